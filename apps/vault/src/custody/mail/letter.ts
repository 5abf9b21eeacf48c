/** A mail, whoever it goes to. */
export type Letter = { readonly subject: string; readonly text: string; readonly html: string }

export type LetterParts = {
  readonly subject: string
  /** Paragraphs. */
  readonly body: readonly (string | { readonly link: string; readonly label: string } | { readonly code: string })[]
}

/** The same words as text and as HTML without anything that is loaded. */
export function toLetter({ subject, body }: LetterParts): Letter {
  const text = body.map((part) =>
    typeof part === 'string' ? part : 'code' in part ? part.code : `${part.label}:\n${part.link}`,
  )
  const html = body.map((part) => {
    if (typeof part === 'string') return `<p>${toMarkup(part)}</p>`
    if ('code' in part) return `<p><strong><big><big>${toMarkup(part.code)}</big></big></strong></p>`
    return `<p><a href="${toMarkup(part.link)}">${toMarkup(part.label)}</a></p>`
  })
  return { subject, text: `${text.join('\n\n')}\n`, html: `<!doctype html>\n${html.join('\n')}\n` }
}

function toMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
