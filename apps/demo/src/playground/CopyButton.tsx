import { type ReactElement, useEffect, useState } from 'react'

type CopyButtonProps = {
  /** The text to copy, or a function that returns it at the click. */
  readonly text: string | (() => string)
  /** Name of the button, which says what it copies. */
  readonly label: string
  /** Visible text, if the context makes a shorter one clear; part of `label`. */
  readonly short?: string | undefined
}

const texts = { copied: 'Copied', failed: 'Copy failed' } as const

/** Copies a text, and announces the outcome. */
export function CopyButton({ text, label, short = label }: CopyButtonProps): ReactElement {
  const [outcome, setOutcome] = useState<keyof typeof texts>()
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), 2_000)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = (): void => {
    setOutcome(undefined)
    navigator.clipboard.writeText(typeof text === 'string' ? text : text()).then(
      () => setOutcome('copied'),
      // the browser or the user does not allow it; the text can still be selected
      () => setOutcome('failed'),
    )
  }
  return (
    <>
      <button type="button" className="plain" aria-label={label} data-outcome={outcome} onClick={copy}>
        {/* both texts take their room, so that nothing moves */}
        <span>{short}</span>
        <span aria-hidden="true">{outcome && texts[outcome]}</span>
      </button>
      <span className="hidden" role="status">
        {outcome && texts[outcome]}
      </span>
    </>
  )
}
