const limits = { name: 64, icon: 262_144 }
const image = /^data:image\/(png|jpe?g|webp|gif|svg\+xml|avif|bmp|x-icon)[;,]/i

/**
 * The name that a wallet claims, cut to what is safe to show: without control, format and direction characters, which
 * could make one name look like another. Empty for what is no name.
 */
export function toWalletName(name: unknown): string {
  if (typeof name !== 'string') return ''
  const visible = name.slice(0, 1_000).replace(/\p{C}|[\u2028\u2029]/gu, '')
  return [...visible.trim()].slice(0, limits.name).join('').trim()
}

/** The icon that a wallet claims where it is an image as data URL, for image elements only. */
export function toWalletIcon(icon: unknown): string | undefined {
  return typeof icon === 'string' && icon.length <= limits.icon && image.test(icon) ? icon : undefined
}
