import { type KeyboardEvent, type ReactElement, type ReactNode, useId } from 'react'

type TabsProps<name extends string> = {
  /** The accessible name of the list. */
  readonly label: string
  readonly tabs: readonly { readonly name: name; readonly title: string }[]
  readonly selected: name
  readonly onSelect: (name: name) => void
  /** The panel of the selected tab. */
  readonly children: ReactNode
}

/** Tabs after the ARIA pattern: a single Tab stop; arrows, Home and End select. */
export function Tabs<name extends string>({
  label,
  tabs,
  selected,
  onSelect,
  children,
}: TabsProps<name>): ReactElement {
  const id = useId()
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const index = tabs.findIndex(({ name }) => name === selected)
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
    const next = toIndex(event.key, { index, count: tabs.length, isRightToLeft })
    const tab = next === undefined ? undefined : tabs[next]
    if (!tab || next === undefined) return
    event.preventDefault()
    const element = event.currentTarget.children[next]
    if (element instanceof HTMLElement) element.focus()
    onSelect(tab.name)
  }
  return (
    <>
      <div className="tabs" part="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ name, title }) => (
          <button
            key={name}
            id={`${id}${name}`}
            part={name === selected ? 'tab selected' : 'tab'}
            role="tab"
            type="button"
            aria-selected={name === selected}
            aria-controls={`${id}panel`}
            tabIndex={name === selected ? undefined : -1}
            onClick={() => onSelect(name)}
          >
            {title}
          </button>
        ))}
      </div>
      <div className="panel" id={`${id}panel`} role="tabpanel" aria-labelledby={`${id}${selected}`}>
        {children}
      </div>
    </>
  )
}

type Position = { readonly index: number; readonly count: number; readonly isRightToLeft: boolean }

function toIndex(key: string, { index, count, isRightToLeft }: Position): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined
  const step = (key === 'ArrowRight') === isRightToLeft ? -1 : 1
  return (index + step + count) % count
}
