/** The items of a serialised witness (BIP-144); null where the bytes are none, to the last one. */
export function parseWitness(bytes: Uint8Array): readonly Uint8Array[] | null {
  let offset = 0
  const readSize = (): number => {
    const first = bytes[offset] ?? Number.NaN
    offset += 1
    if (first < 0xfd) return first
    // no item of a witness that is looked at here is longer than 65,535 bytes
    if (first !== 0xfd) return Number.NaN
    offset += 2
    return (bytes[offset - 2] ?? Number.NaN) + (bytes[offset - 1] ?? Number.NaN) * 256
  }
  const count = readSize()
  if (!(count <= 100)) return null
  const items: Uint8Array[] = []
  for (let index = 0; index < count; index++) {
    const size = readSize()
    const item = bytes.slice(offset, offset + size)
    if (item.length !== size) return null
    items.push(item)
    offset += size
  }
  return offset === bytes.length ? items : null
}
