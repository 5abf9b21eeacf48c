import { z } from 'zod'

/** Appearance of an operator's app on the vault's pages and in its emails, besides its name. */
export type Brand = {
  /** Of buttons, as `#rrggbb`. Default: the vault's own. */
  readonly color?: string | undefined
  readonly logo?: Logo | undefined
}

/** A small image that every email program shows. Never SVG, which could contain scripts and links. */
export type Logo = {
  readonly type: 'image/png' | 'image/jpeg'
  readonly base64: string
}

/** In bytes. It is part of every email. */
const maxLogoSize = 32_768

/** The first bytes of a file, by its type. */
const signatures: Readonly<Record<Logo['type'], string>> = {
  'image/png': '89504e470d0a1a0a',
  'image/jpeg': 'ffd8ff',
}

/** Parses a data URL. Returns null unless it is a small PNG or JPEG image, whatever it calls itself. */
function parseLogo(url: string): Logo | null {
  const [, type, base64] = /^data:(image\/(?:png|jpeg));base64,([A-Za-z\d+/]+={0,2})$/.exec(url) ?? []
  if ((type !== 'image/png' && type !== 'image/jpeg') || base64 === undefined) return null
  const bytes = Buffer.from(base64, 'base64')
  const isImage = bytes.toString('hex', 0, 8).startsWith(signatures[type])
  return isImage && bytes.length <= maxLogoSize && bytes.toString('base64') === base64 ? { type, base64 } : null
}

export const logoSchema: z.ZodType<Logo> = z.string().transform((url, context) => {
  const logo = parseLogo(url)
  if (logo) return logo
  context.addIssue('It must be a data URL of a PNG or JPEG image of at most 32 KiB, e.g. data:image/png;base64,…')
  return z.NEVER
})

export function toDataUrl({ type, base64 }: Logo): string {
  return `data:${type};base64,${base64}`
}

/** The `brand` of a project in `projects.json`. */
export const brandSchema: z.ZodType<Brand> = z.strictObject({
  color: z
    .string()
    .regex(/^#[\da-f]{6}$/i, 'A color must be written as #3257e6')
    .optional(),
  logo: logoSchema.optional(),
})

/** The vault's own color. */
export const defaultColor = '#3257e6'

/** Black or white, whichever is easier to read on a color: at least 4.5 to 1 on any. [WCAG 2.2, relative luminance] */
export function toTextColor(color: string): '#000000' | '#ffffff' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff'
}
