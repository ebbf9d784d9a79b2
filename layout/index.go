package layout

import "sort"

// denseIDs bounds the table of a dense index; beyond it ids are searched.
const denseIDs = 4096

// index finds a field by id. Ids from 0 to denseIDs-1 are looked up in a
// table, all others, negative ones too, by search.
type index struct {
	dense []int16 // position by id, -1 where no field
	ids   []int16 // all ids, ascending
}

func newIndex(ids []int16) index {
	x := index{ids: ids}
	top := -1
	for _, id := range ids {
		if id >= 0 && int(id) < denseIDs {
			top = int(id)
		}
	}
	x.dense = make([]int16, top+1)
	for i := range x.dense {
		x.dense[i] = -1
	}
	for i, id := range ids {
		if id >= 0 && int(id) <= top {
			x.dense[id] = int16(i)
		}
	}
	return x
}

func (x *index) lookup(id int16) int {
	if uint(uint16(id)) < uint(len(x.dense)) {
		return int(x.dense[id])
	}
	i := sort.Search(len(x.ids), func(i int) bool { return x.ids[i] >= id })
	if i < len(x.ids) && x.ids[i] == id {
		return i
	}
	return -1
}
