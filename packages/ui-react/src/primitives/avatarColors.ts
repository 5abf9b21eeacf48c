type AvatarColor = { readonly offset: number; readonly color: string }

/** The gradient of an address: the same address looks the same everywhere. */
export function toAvatarColors(address: string): readonly AvatarColor[] {
  const [a, b, c] = toHues(address)
  return [
    { offset: 0, color: `hsl(${a} 80% 62%)` },
    { offset: 0.55, color: `hsl(${b} 75% 52%)` },
    { offset: 1, color: `hsl(${c} 80% 45%)` },
  ]
}

/** Three hues from the text, an FNV-1a hash apart. */
function toHues(text: string): readonly [number, number, number] {
  let hash = 0x811c9dc5
  for (const character of text.toLowerCase()) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0
  const first = hash % 360
  const step = 40 + ((hash >>> 9) % 60)
  return [first, (first + step) % 360, (first + 2 * step) % 360]
}
