/** Attributes that users read or hear. */
const spoken = [
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'title',
  'placeholder',
  'alt',
]

/**
 * Returns untranslated words of a view in the pseudo language: those neither between ⟦ and ⟧ nor in `data`, which are
 * names, symbols and addresses of the test.
 */
export function findLiterals(element: HTMLElement, data: readonly string[]): readonly string[] {
  const hidden = [...element.querySelectorAll('[aria-hidden=true], option')]
    .map((part) => part.textContent)
    .filter((text) => text.length <= 2)
  const texts = [element.textContent, ...[...element.querySelectorAll('option')].map((option) => option.textContent)]
  for (const part of element.querySelectorAll('*')) for (const name of spoken) texts.push(part.getAttribute(name) ?? '')
  return texts.flatMap((text) => toRest(text ?? '', [...data, ...hidden]).match(/\p{L}{2,}/gu) ?? [])
}

function toRest(text: string, data: readonly (string | null)[]): string {
  let rest = text
  // texts can be nested, so the innermost is removed first
  for (let before = ''; before !== rest; ) {
    before = rest
    rest = rest.replace(/⟦[^⟦⟧]*⟧/g, ' ')
  }
  const words = data.filter((word): word is string => !!word).sort((a, b) => b.length - a.length)
  for (const word of words) rest = rest.replaceAll(word, ' ')
  return rest
}
