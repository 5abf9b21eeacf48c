/**
 * The `ref` of a heading that stands in for the control that was pressed: it gets the focus as it comes, so that its words are
 * read out and Tab goes on from there. Of a view that has just come, the title gets it after all.
 */
export function focusHere(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true })
}
