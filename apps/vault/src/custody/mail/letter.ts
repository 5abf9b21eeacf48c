/** An email, whoever it goes to. */
export type Letter = { readonly subject: string; readonly text: string; readonly html: string }

export type LetterParts = {
  readonly subject: string
  /** BCP 47. Default: English. */
  readonly language?: string | undefined
  readonly direction?: 'ltr' | 'rtl' | undefined
  /** Paragraphs; `lines` is one paragraph of several lines. */
  readonly body: readonly (
    | string
    | { readonly lines: readonly string[] }
    | { readonly link: string; readonly label: string }
    | { readonly code: string }
  )[]
}

/** The same words as text and as HTML without anything that is loaded. */
export function toLetter({ subject, language = 'en', direction = 'ltr', body }: LetterParts): Letter {
  const text = body.map((part) => {
    if (typeof part === 'string') return part
    if ('lines' in part) return part.lines.join('\n')
    return 'code' in part ? part.code : `${part.label}:\n${part.link}`
  })
  const html = body.map((part) => {
    if (typeof part === 'string') return `<p>${toMarkup(part)}</p>`
    if ('lines' in part) return `<p>${part.lines.map((line) => `<bdi>${toMarkup(line)}</bdi>`).join('<br>')}</p>`
    if ('code' in part) return `<p><strong><big><big>${toMarkup(part.code)}</big></big></strong></p>`
    return `<p><a href="${toMarkup(part.link)}">${toMarkup(part.label)}</a></p>`
  })
  const root = `<html lang="${toMarkup(language)}" dir="${direction}">`
  return {
    subject,
    text: `${text.join('\n\n')}\n`,
    html: `<!doctype html>\n${root}\n<meta charset="utf-8">\n${html.join('\n')}\n</html>\n`,
  }
}

function toMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
