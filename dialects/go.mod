module github.com/miserwire/miser/dialects

go 1.26.0

replace (
	github.com/miserwire/miser => ../
	github.com/miserwire/miser/codec/apache => ../codec/apache
)
