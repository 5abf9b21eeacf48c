/** An unused key, in the format of other libraries. */
export const ECPair = {
  wif: 'L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k',
  publicKey: '02c7f12003196442943d8588e01aee840423cc54fc1521526a3b85c2b0cbd58872',
} as const
