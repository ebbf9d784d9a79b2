package report

import (
	"bytes"
	"fmt"
	"html"

	"github.com/miserwire/miser/bench/peers"
)

// charted are the groups of bars.
var charted = []struct{ label, name string }{
	{"encode Binary, varied MediaContent", "media-varied/binary/encode"},
	{"decode Binary, varied MediaContent", "media-varied/binary/decode"},
	{"encode Compact, varied MediaContent", "media-varied/compact/encode"},
	{"decode Compact, varied MediaContent", "media-varied/compact/decode"},
	{"encode Binary, wide request", "wide/binary/encode"},
	{"decode Binary, wide request", "wide/binary/decode"},
	{"decode a Parquet footer of 2 MB", "footer-2mb/compact/decode"},
}

// bars are who is drawn, in this order.
var bars = []struct{ peer, label string }{
	{peers.Miser, "miser"}, {peers.Fastgo, "kitex FastCodec"}, {peers.Frugal, "frugal"}, {peers.Segmentio, "segmentio"},
	{peers.ParquetGo, "parquet-go"}, {peers.Arrow, "arrow-go"}, {peers.Thriftrw, "thriftrw"}, {peers.Apache, "apache/thrift"},
}

// Sizes of the chart, in pixels.
const (
	chartWidth = 760
	barsLeft   = 150
	barsRight  = 110 // room for the time
	barHeight  = 14
	barStep    = 18
	groupGap   = 34
)

const chartStyle = `<style>
text{font:12px system-ui,sans-serif;fill:#24292f}
.h{font-weight:600}.m{fill:#0969da}.p{fill:#8c959f}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.m{fill:#58a6ff}.p{fill:#6e7681}}
</style>`

// Chart returns the run as an SVG of horizontal bars, readable on light and on
// dark pages. Within a group the slowest takes the whole width.
func (r *Run) Chart() string {
	var body bytes.Buffer
	y := 10
	for _, g := range charted {
		c := r.Find(g.name)
		if c == nil {
			continue
		}
		most := 0.0
		for _, b := range bars {
			if m := c.Find(b.peer); m != nil {
				most = max(most, m.Median)
			}
		}
		fmt.Fprintf(&body, "<text class=\"h\" x=\"8\" y=\"%d\">%s, %d bytes</text>\n", y+12, html.EscapeString(g.label), c.Size)
		y += 20
		for _, b := range bars {
			m := c.Find(b.peer)
			if m == nil {
				continue
			}
			class := "p"
			if b.peer == peers.Miser {
				class = "m"
			}
			width := max(1, m.Median/most*float64(chartWidth-barsLeft-barsRight))
			fmt.Fprintf(&body, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>", barsLeft-8, y+barHeight-3, html.EscapeString(b.label))
			fmt.Fprintf(&body, "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"2\"/>", class, barsLeft, y, width, barHeight)
			fmt.Fprintf(&body, "<text x=\"%.1f\" y=\"%d\">%s</text>\n", barsLeft+width+6, y+barHeight-3, Time(m.Median))
			y += barStep
		}
		y += groupGap - barStep
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\">\n",
		chartWidth, y, chartWidth, y)
	fmt.Fprintf(&out, "<title>Time of one operation, shorter is faster; %s</title>\n%s\n", html.EscapeString(r.Machine.CPU), chartStyle)
	out.Write(body.Bytes())
	out.WriteString("</svg>\n")
	return out.String()
}
