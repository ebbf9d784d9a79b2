package binary

// nested reports whether a value of nd holds containers inside a container,
// whose element types are seen only on the way.
func (nd *node) nested() bool {
	switch nd.code {
	case nodePtr:
		return nd.elem.nested()
	case nodeList, nodeSetMap:
		return nd.elem.container()
	case nodeEntries, nodeMap:
		return nd.elem.container() || nd.key.container()
	}
	return false
}

func (nd *node) container() bool {
	for nd.code == nodePtr {
		nd = nd.elem
	}
	return nd.code >= nodeList
}

// unlike reports whether the value of nd at b[i:] has an element type other
// than the plan's somewhere. Bad input is not unlike, nor is what nests more
// than depth levels: decoding will say so.
func unlike(nd *node, b []byte, i, depth int) bool {
	_, bad := stepUnlike(nd, b, i, depth)
	return bad
}

// stepUnlike returns the offset after the value, negative at bad input.
func stepUnlike(nd *node, b []byte, i, depth int) (int, bool) {
	for nd.code == nodePtr {
		nd = nd.elem
	}
	var kt, vt Type
	var size, k int
	switch nd.code {
	case nodeList, nodeSetMap:
		vt, size, k = ConsumeListHeader(b[i:])
	case nodeEntries, nodeMap:
		kt, vt, size, k = ConsumeMapHeader(b[i:])
	default:
		n, _ := SkipAt(b, i, nd.wire, depth)
		return n, false
	}
	if k < 0 {
		return k, false
	}
	if size > 0 && (vt != nd.elem.wire || nd.key != nil && kt != nd.key.wire) {
		return i, true
	}
	i += k
	for range size {
		for _, part := range [...]*node{nd.key, nd.elem} {
			if part == nil {
				continue
			}
			var bad bool
			if i, bad = stepUnlike(part, b, i, depth-1); bad || i < 0 {
				return i, bad
			}
		}
	}
	return i, false
}
