package layout

import (
	"reflect"
	"testing"
)

type (
	benchContent struct {
		Image []*benchImage `thrift:"image,1,required"`
		Media *benchMedia   `thrift:"media,2,required"`
	}
	benchImage struct {
		URI    string     `thrift:"uri,1"`
		Title  *string    `thrift:"title,2,optional"`
		Width  int32      `thrift:"width,3,required"`
		Height int32      `thrift:"height,4,required"`
		Size   apacheEnum `thrift:"size,5,required"`
	}
	benchMedia struct {
		URI       string     `thrift:"uri,1"`
		Title     *string    `thrift:"title,2,optional"`
		Width     int32      `thrift:"width,3,required"`
		Height    int32      `thrift:"height,4,required"`
		Format    string     `thrift:"format,5,required"`
		Duration  int64      `thrift:"duration,6,required"`
		Size      int64      `thrift:"size,7,required"`
		Bitrate   *int32     `thrift:"bitrate,8,optional"`
		Person    []string   `thrift:"person,9,required"`
		Player    apacheEnum `thrift:"player,10,required"`
		Copyright *string    `thrift:"copyright,11,optional"`
	}
)

// BenchmarkBuild builds the plans of three structs with 18 fields in all.
func BenchmarkBuild(b *testing.B) {
	typ := typ[benchContent]()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := plain.build(typ); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkBuildMany builds and publishes n types, each with three fields and
// a pointer to an earlier one; ns/type must not grow with n.
func BenchmarkBuildMany(b *testing.B) {
	for _, n := range []struct {
		name  string
		count int
	}{{"100", 100}, {"1000", 1000}} {
		b.Run(n.name, func(b *testing.B) {
			types := linked(n.count, "many")
			b.ReportAllocs()
			for b.Loop() {
				for _, t := range types {
					plain.plans.Delete(t)
				}
				for _, t := range types {
					if _, err := Of(t); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n.count), "ns/type")
		})
	}
}

// BenchmarkOf finds a plan that is there.
func BenchmarkOf(b *testing.B) {
	var types []reflect.Type
	for _, t := range linked(64, "of") {
		if _, err := Of(t); err != nil {
			b.Fatal(err)
		}
		types = append(types, t)
	}
	b.RunParallel(func(pb *testing.PB) {
		for i := 0; pb.Next(); i++ {
			_, _ = Of(types[i%len(types)])
		}
	})
}

// BenchmarkFingerprint walks the schema of three structs.
func BenchmarkFingerprint(b *testing.B) {
	s, err := Of(typ[benchContent]())
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		s.Fingerprint()
	}
}
