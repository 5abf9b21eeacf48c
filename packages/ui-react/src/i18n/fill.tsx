import type { ReactNode } from 'react'

/** Puts elements into a text at the places that the translation chose. */
export function fill(text: string, parts: { readonly [name: string]: ReactNode }): readonly ReactNode[] {
  return text.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 0 ? part : <span key={part}>{parts[part]}</span>))
}
