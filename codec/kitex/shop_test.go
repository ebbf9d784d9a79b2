package miserkitex_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/miserwire/miser/codec/kitex/internal/gen/shop"
)

// keeper is the service's handler.
type keeper struct{ told chan string }

func newKeeper() *keeper { return &keeper{told: make(chan string, 8)} }

// What an order's id asks place for; any other is answered with a receipt.
const (
	idRefused = -iota - 1
	idFails
	idPanics
)

var errFails = errors.New("the till is jammed")

func (k *keeper) Place(_ context.Context, o *shop.Order) (*shop.Receipt, error) {
	switch o.Id {
	case idRefused:
		return nil, &shop.Refused{Why: "no credit", Code: 402}
	case idFails:
		return nil, errFails
	case idPanics:
		panic("the shop burns")
	}
	r := &shop.Receipt{Id: o.Id, Last: o.First}
	for _, i := range o.Items {
		r.Names = append(r.Names, i.Name)
		r.Last = i
	}
	return r, nil
}

func (k *keeper) Echo(_ context.Context, o *shop.Order) (*shop.Order, error) { return o, nil }

func (k *keeper) Ping(context.Context) error { return nil }

func (k *keeper) Tell(_ context.Context, text string) error {
	k.told <- text
	return nil
}

// anOrder has every field set.
func anOrder(id int64) *shop.Order {
	price := int64(995)
	o := &shop.Order{
		Id:    id,
		First: &shop.Item{Name: "tea", Price: &price, Color: shop.Color_RED},
		Items: []*shop.Item{},
		ByName: map[string]*shop.Item{
			"milk": {Name: "milk", Color: shop.Color_BLUE},
			"":     {Name: "nothing", Price: &price},
		},
		Marks: []int32{3, -1, 1 << 30},
		Note:  []byte{0, 1, 2, 0xff},
	}
	for i := range 20 {
		o.Items = append(o.Items, &shop.Item{Name: fmt.Sprintf("item %d of %d", i, id), Color: shop.Color_BLUE})
	}
	return o
}
