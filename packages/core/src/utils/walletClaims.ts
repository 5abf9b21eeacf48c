const maxLengths = { name: 64, icon: 262_144 }
const image = /^data:image\/(png|jpe?g|webp|gif|svg\+xml|avif|bmp|x-icon)[;,]/i

/**
 * Returns a wallet's claimed name in a form that is safe to show: at most 64 characters, without control, format and
 * direction characters, which could make one name look like another. Empty if it isn't a name.
 */
export function toWalletName(name: unknown): string {
  if (typeof name !== 'string') return ''
  const visible = name.slice(0, 1_000).replace(/\p{C}|[\u2028\u2029]/gu, '')
  return [...visible.trim()].slice(0, maxLengths.name).join('').trim()
}

/** Returns a wallet's claimed icon if it is an image as a data URL. For image elements only. */
export function toWalletIcon(icon: unknown): string | undefined {
  return typeof icon === 'string' && icon.length <= maxLengths.icon && image.test(icon) ? icon : undefined
}
