import type { Locale } from '@latchkey/ui-react'

/** Settings in the URL of the gallery: the entry and how to show it. */
export type Settings = {
  /** The path of one entry, e.g. `Connect/empty`. Default: the overview. */
  readonly view?: string | undefined
  readonly mode?: 'light' | 'dark' | undefined
  readonly locale: Locale
  /** The width of the document in CSS pixels. Default: that of the window. */
  readonly width?: number | undefined
  /** Whether the texts are far longer than usual. */
  readonly isLong: boolean
  /** Any CSS color. */
  readonly accent?: string | undefined
  /** Whether it is shown in the dialog, even if the entry is an inline one. */
  readonly isDialog: boolean
}

export const locales: readonly Locale[] = ['en', 'de', 'es', 'fr', 'pt-BR', 'ja', 'zh-Hans', 'ar']

export const widths = { desktop: 1_280, phone: 390, narrow: 320 } as const

/** Parses a query string, e.g. `?view=Connect/empty&mode=dark&locale=ar&width=390&text=long&accent=%230a7`. */
export function parseSettings(search: string): Settings {
  const query = new URLSearchParams(search)
  const mode = query.get('mode')
  const locale = query.get('locale') as Locale | null
  const width = Number(query.get('width'))
  return {
    view: query.get('view') ?? undefined,
    mode: mode === 'light' || mode === 'dark' ? mode : undefined,
    locale: locale && locales.includes(locale) ? locale : query.get('dir') === 'rtl' ? 'ar' : 'en',
    width: width > 0 ? width : undefined,
    isLong: query.get('text') === 'long',
    accent: query.get('accent') ?? undefined,
    isDialog: query.get('as') === 'dialog',
  }
}

/** The query string of the settings, without defaults. */
export function toSearch({ view, mode, locale, width, isLong, accent, isDialog }: Settings): string {
  const query = new URLSearchParams({
    ...(view && { view }),
    ...(mode && { mode }),
    ...(locale !== 'en' && { locale }),
    ...(width && { width: String(width) }),
    ...(isLong && { text: 'long' }),
    ...(accent && { accent }),
    ...(isDialog && { as: 'dialog' }),
  })
  return query.size > 0 ? `?${query}`.replaceAll('%2F', '/') : ''
}
