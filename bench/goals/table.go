package goals

import "github.com/miserwire/miser/bench/peers"

// The rows that are not a list of cases.
const (
	rowPlan   = "first use: plan of MediaContent; of 1,000 types"
	rowGrowth = "growth: ns per byte on 1 KB to 10 MB of the same shape"
)

// Who is meant by the words of the table.
var (
	fastgo       = []string{peers.Fastgo}
	compactPeers = []string{peers.Apache, peers.ApacheSerializer, peers.ApachePool, peers.Segmentio, peers.ParquetGo, peers.Arrow}
)

// rows builds the table.
type rows struct {
	row    string
	allocs int
	all    []Goal
}

// at starts a row; the cases that follow belong to it.
func (r *rows) at(row string) { r.row, r.allocs = row, -1 }

// add enters a case with its goals for both builds.
func (r *rows) add(name, peer string, bases []string, full, pure float64) {
	r.all = append(r.all, Goal{Row: r.row, Case: name, Peer: peer, Bases: bases, Full: full, Pure: pure, Allocs: r.allocs})
}

// Table returns all goals that are ratios between contestants of one case.
func Table() []Goal {
	r := new(rows)
	r.encodes()
	r.decodes()
	r.lists()
	r.footers()
	r.at("append from nil: against kitex FastMarshal")
	r.allocs = 1
	for _, work := range []string{"media-fixed", "media-varied"} {
		r.add(work+"/binary/append-nil", peers.Miser, []string{peers.Marshal}, .6, 0)
	}
	return r.all
}

func (r *rows) encodes() {
	r.at("encode Binary: against kitex FastAppend without its size pass")
	r.add("media-fixed/binary/encode", peers.Miser, fastgo, .65, 1.05)
	r.add("media-varied/binary/encode", peers.Miser, fastgo, .65, 1.05)
	r.add("one-of-each/binary/encode", peers.Miser, fastgo, .70, 1.05)
	r.add("wide/binary/encode", peers.Miser, fastgo, .70, 1.05)
	r.add("holder/binary/encode", peers.Miser, fastgo, .80, 1)

	r.at("encode Compact: against a generated-style append")
	r.add("media-fixed/compact/encode", peers.Miser, []string{peers.Generated}, .50, 1.05)
	r.add("media-varied/compact/encode", peers.Miser, []string{peers.Generated}, .65, 1.05)

	r.at("encode Compact: against the fastest peer that has Compact")
	for _, work := range []string{"media-fixed", "media-varied", "one-of-each", "holder", "wide", "scalars"} {
		r.add(work+"/compact/encode", peers.Miser, compactPeers, .15, .30)
	}
	for _, work := range numberLists() {
		r.add(work+"/compact/encode", peers.Miser, compactPeers, .10, .30)
	}
}

func (r *rows) decodes() {
	r.at("decode Binary fresh, Shared: against the better of FastRead and frugal")
	better := []string{peers.Fastgo, peers.FastgoSpan, peers.Frugal}
	r.add("media-fixed/binary/decode", peers.Miser, better, .60, .70)
	r.add("media-varied/binary/decode", peers.Miser, better, .65, .70)
	r.add("wide/binary/decode", peers.Miser, better, .60, .70)
	r.add("holder/binary/decode", peers.Miser, better, .60, .70)

	r.at("decode Compact fresh, Shared: against the fastest peer")
	for _, work := range append([]string{
		"media-fixed", "media-varied", "one-of-each", "holder", "wide", "scalars", "list-double", "list-string", "binary-1m",
		"map-string-string-10", "map-string-string-100", "map-i64-string-10", "map-i64-string-100", "map-string-i64-10", "map-string-i64-100",
		"pages-sample", "pages",
	}, numberLists()...) {
		r.add(work+"/compact/decode", peers.Miser, compactPeers, .35, .40)
	}

	r.at("decode with Alias and Reuse: against hand-written specialised Go")
	r.allocs = 0
	for _, work := range []string{"media-fixed", "media-varied"} {
		r.add(work+"/binary/decode-reuse", peers.MiserReuse, []string{peers.Hand}, 2, 2.5)
		r.add(work+"/compact/decode-reuse", peers.MiserReuse, []string{peers.Hand}, 2, 2.5)
	}

	r.at("20-scalar struct decode: against FastRead")
	r.add("scalars/binary/decode-reuse", peers.MiserShared, fastgo, .25, .40)
}

func numberLists() []string {
	return []string{"list-i64-small", "list-i64-mixed", "list-i64-full", "list-i32-small", "list-i32-mixed", "list-i32-full"}
}

func (r *rows) lists() {
	r.at("lists of fixed-size numbers: against memmove of the same bytes, beyond L1")
	for _, c := range []string{"list-i64-full/binary", "list-i32-full/binary", "list-double/binary", "list-double/compact"} {
		r.add(c+"/encode", peers.Miser, []string{peers.Memmove}, 1.15, 4)
		r.add(c+"/decode-reuse", peers.MiserShared, []string{peers.Memmove}, 1.15, 4)
	}

	r.at("varint lists, mixed lengths: against a byte loop")
	for _, work := range []string{"list-i64-mixed", "list-i32-mixed"} {
		r.add(work+"/compact/encode", peers.Miser, []string{peers.ByteLoop}, .25, .5)
		r.add(work+"/compact/decode-reuse", peers.MiserShared, []string{peers.ByteLoop}, .30, .5)
	}

	r.at("map[string]string encode: against generated for range")
	for _, work := range []string{"map-string-string-10", "map-string-string-100"} {
		r.add(work+"/binary/encode", peers.Miser, fastgo, .60, .90)
	}
}

// Footers are the workloads of Parquet footers.
var Footers = []string{
	"footer-sample", "footer-alltypes", "footer-byte-stream-split", "footer-delta-binary", "footer-209-columns", "footer-2mb",
}

func (r *rows) footers() {
	r.at("Parquet footer decode, fresh: against parquet-go Unmarshal")
	for _, work := range Footers {
		r.add(work+"/compact/decode", peers.Miser, []string{peers.ParquetGo}, .25, .4)
	}
	// FooterDecoder copies its input (format/footer.go:51 of parquet-go v0.32.0:
	// its own doc says "a private copy") into memory that the next call
	// overwrites, so the goal is for who does the same. A copy for each call,
	// which may outlive the next, and none at all stand beside it.
	r.at("Parquet footer decode, reused: against parquet-go's FooterDecoder")
	for _, work := range Footers {
		r.add(work+"/compact/decode-reuse", peers.MiserCopy, []string{peers.FooterDecoder}, .35, .4)
		r.add(work+"/compact/decode-reuse", peers.MiserShared, []string{peers.FooterDecoder}, 0, 0)
		r.add(work+"/compact/decode-reuse", peers.MiserReuse, []string{peers.FooterDecoder}, 0, 0)
	}
	r.at("Parquet footer encode: against the best peer")
	for _, work := range Footers {
		r.add(work+"/compact/encode", peers.Miser, compactPeers, .20, .4)
	}
	r.at("footer into a struct of three fields: against our own full decode")
	for _, work := range Footers {
		r.add(work+"/compact/project", peers.Miser, []string{peers.MiserFull}, .25, 0)
	}
}
