import type { Answer } from './answer.js'

export type HtmlOptions = {
  readonly status: number
  readonly title: string
  /** Markup. Texts of others go through `escapeHtml` first. */
  readonly body: string
  readonly head?: string | undefined
  /** BCP 47. Default: English. */
  readonly language?: string | undefined
  readonly direction?: 'ltr' | 'rtl' | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export function toHtml({
  status,
  title,
  body,
  head = '',
  language = 'en',
  direction = 'ltr',
  headers = {},
}: HtmlOptions): Answer {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
    body:
      `<!doctype html><html lang="${language}"${direction === 'rtl' ? ' dir="rtl"' : ''}><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>` +
      `<meta name="viewport" content="width=device-width,initial-scale=1">${head}</head><body>${body}</body></html>`,
  }
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
