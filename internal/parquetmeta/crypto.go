package parquetmeta

// FileCryptoMetaData stands before the footer of a file whose footer is
// encrypted.
type FileCryptoMetaData struct {
	EncryptionAlgorithm EncryptionAlgorithm `thrift:"encryption_algorithm,1,required"`
	KeyMetadata         []byte              `thrift:"key_metadata,2,optional"`
}

// EncryptionAlgorithm is the cipher of an encrypted file.
type EncryptionAlgorithm struct {
	_ struct{} `thrift:",union"`

	AesGcmV1    *AesGcmV1    `thrift:"AES_GCM_V1,1,optional"`
	AesGcmCtrV1 *AesGcmCtrV1 `thrift:"AES_GCM_CTR_V1,2,optional"`
}

// AesGcmV1 is AES-GCM for all modules.
type AesGcmV1 struct {
	AADPrefix       []byte `thrift:"aad_prefix,1,optional"`
	AADFileUnique   []byte `thrift:"aad_file_unique,2,optional"`
	SupplyAADPrefix *bool  `thrift:"supply_aad_prefix,3,optional"`
}

// AesGcmCtrV1 is AES-GCM for all modules but pages, which use AES-CTR.
type AesGcmCtrV1 struct {
	AADPrefix       []byte `thrift:"aad_prefix,1,optional"`
	AADFileUnique   []byte `thrift:"aad_file_unique,2,optional"`
	SupplyAADPrefix *bool  `thrift:"supply_aad_prefix,3,optional"`
}

// ColumnCryptoMetaData says with which key a column is encrypted.
type ColumnCryptoMetaData struct {
	_ struct{} `thrift:",union"`

	WithFooterKey *EncryptionWithFooterKey `thrift:"ENCRYPTION_WITH_FOOTER_KEY,1,optional"`
	WithColumnKey *EncryptionWithColumnKey `thrift:"ENCRYPTION_WITH_COLUMN_KEY,2,optional"`
}

// EncryptionWithFooterKey marks a column encrypted with the footer's key.
type EncryptionWithFooterKey struct{}

// EncryptionWithColumnKey names the key of one column.
type EncryptionWithColumnKey struct {
	PathInSchema []string `thrift:"path_in_schema,1,required"`
	KeyMetadata  []byte   `thrift:"key_metadata,2,optional"`
}
