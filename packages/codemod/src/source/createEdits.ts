export type Edits = {
  /** Replaces a range. Edits inside a range that is replaced as a whole are dropped. */
  readonly replace: (start: number, end: number, text: string) => void
  readonly insert: (at: number, text: string) => void
  readonly apply: () => string
}

type Edit = { readonly start: number; readonly end: number; readonly text: string; readonly order: number }

/** Collects edits to a text. Everything outside the edits stays byte for byte as it was. */
export function createEdits(original: string): Edits {
  const edits: Edit[] = []
  const replace: Edits['replace'] = (start, end, text) => {
    edits.push({ start, end, text, order: edits.length })
  }
  const isWithin = (edit: Edit): boolean =>
    edits.some(
      (other) =>
        other !== edit &&
        other.end > other.start &&
        other.start <= edit.start &&
        other.end >= edit.end &&
        (other.end - other.start > edit.end - edit.start || other.order < edit.order) &&
        // an insertion at the border is outside of the range
        !(edit.start === edit.end && (edit.start === other.start || edit.start === other.end)),
    )
  return {
    replace,
    insert: (at, text) => replace(at, at, text),
    apply: () => {
      const kept = edits.filter((edit) => !isWithin(edit))
      kept.sort((a, b) => a.start - b.start || a.end - b.end || a.order - b.order)
      let at = 0
      let result = ''
      for (const { start, end, text } of kept) {
        result += original.slice(at, start) + text
        at = end
      }
      return result + original.slice(at)
    },
  }
}
