import type { ViewName } from '@latchkey/core'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { entries, sections } from './entries.js'
import type { Entry } from './entry.js'
import { locales, type Settings, toSearch, widths } from './settings.js'

const modes = { light: 'Light', dark: 'Dark' } as const
const localeNames = new Intl.DisplayNames('en', { type: 'language' })

/** All entries by section, as small pages of their own, which are only there while they are in sight. */
export function Overview({ initial }: { readonly initial: Settings }): ReactElement {
  const [settings, setSettings] = useState(initial)
  const [text, setText] = useState('')
  const change = (changed: Partial<Settings>): void => {
    const next = { ...settings, ...changed }
    setSettings(next)
    history.replaceState(null, '', `${location.pathname}${toSearch(next)}${location.hash}`)
    if (next.mode) document.documentElement.dataset['mode'] = next.mode
    else delete document.documentElement.dataset['mode']
  }
  const isFound = (view: string, { name }: Entry): boolean =>
    `${view} ${name}`.toLowerCase().includes(text.toLowerCase())
  const count = Object.values(entries).reduce((sum, { length }) => sum + length, 0)
  return (
    <>
      <header className="gallery-top">
        <h1>Gallery</h1>
        <p>
          {Object.keys(entries).length} views in {count} states, from fixtures. Nothing here reaches the network.
        </p>
        <Controls settings={settings} onChange={change} text={text} onText={setText} />
        <nav aria-label="Sections">
          {Object.keys(sections).map((title) => (
            <a href={`#${toId(title)}`} key={title}>
              {title}
            </a>
          ))}
        </nav>
      </header>
      <main>
        {Object.entries(sections).map(([title, views]) => (
          <section id={toId(title)} key={title}>
            <h2>{title}</h2>
            {views.map((view) => {
              const shown = entries[view].filter((entry) => isFound(view, entry))
              return shown.length > 0 && <ViewEntries view={view} shown={shown} settings={settings} key={view} />
            })}
          </section>
        ))}
      </main>
    </>
  )
}

type ControlsProps = {
  readonly settings: Settings
  readonly onChange: (changed: Partial<Settings>) => void
  readonly text: string
  readonly onText: (text: string) => void
}

function Controls({ settings, onChange, text, onText }: ControlsProps): ReactElement {
  const { mode, locale, width = widths.desktop, isLong, accent, isDialog } = settings
  return (
    <form className="gallery-controls" onSubmit={(event) => event.preventDefault()}>
      <label>
        Find
        <input type="search" value={text} onChange={(event) => onText(event.target.value)} />
      </label>
      <label>
        Mode
        <select
          value={mode ?? ''}
          onChange={({ target }) => onChange({ mode: (target.value || undefined) as Settings['mode'] })}
        >
          <option value="">System</option>
          {Object.entries(modes).map(([value, label]) => (
            <option value={value} key={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label>
        Language
        <select value={locale} onChange={({ target }) => onChange({ locale: target.value as Settings['locale'] })}>
          {locales.map((tag) => (
            <option value={tag} key={tag}>
              {localeNames.of(tag)}
            </option>
          ))}
        </select>
      </label>
      <label>
        Width
        <select
          value={width}
          onChange={({ target }) =>
            onChange({ width: Number(target.value) === widths.desktop ? undefined : Number(target.value) })
          }
        >
          {Object.entries(widths).map(([name, pixels]) => (
            <option value={pixels} key={name}>
              {name} ({pixels} px)
            </option>
          ))}
        </select>
      </label>
      <label>
        Texts
        <select value={isLong ? 'long' : ''} onChange={({ target }) => onChange({ isLong: target.value === 'long' })}>
          <option value="">As they are</option>
          <option value="long">Far too long</option>
        </select>
      </label>
      <label>
        Shown
        <select
          value={isDialog ? 'dialog' : ''}
          onChange={({ target }) => onChange({ isDialog: target.value === 'dialog' })}
        >
          <option value="">Inline</option>
          <option value="dialog">In the dialog</option>
        </select>
      </label>
      <label>
        Accent
        <input type="color" value={accent ?? '#3457d5'} onChange={({ target }) => onChange({ accent: target.value })} />
      </label>
    </form>
  )
}

type ViewEntriesProps = { readonly view: ViewName; readonly shown: readonly Entry[]; readonly settings: Settings }

function ViewEntries({ view, shown, settings }: ViewEntriesProps): ReactElement {
  return (
    <>
      <h3>{view}</h3>
      <ul className="gallery-entries" data-width={settings.width ?? widths.desktop}>
        {shown.map((entry) => (
          <li key={entry.id}>
            <a href={`/gallery${toSearch({ ...settings, view: `${view}/${entry.id}` })}`}>{entry.name}</a>
            <Preview title={`${view}: ${entry.name}`} settings={{ ...settings, view: `${view}/${entry.id}` }} />
          </li>
        ))}
      </ul>
    </>
  )
}

type PreviewProps = { readonly title: string; readonly settings: Settings }

/** An entry in an iframe, so that media queries use its width. */
function Preview({ title, settings }: PreviewProps): ReactElement {
  const box = useRef<HTMLDivElement>(null)
  const [isInSight, setInSight] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => setInSight(entry?.isIntersecting ?? false), {
      rootMargin: '200px',
    })
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  const src = `/gallery${toSearch({ ...settings, width: undefined })}`
  return (
    <div className="gallery-preview" ref={box}>
      {/* a look at it, not a way into it: that is the link above */}
      {isInSight && <iframe src={src} title={title} key={src} tabIndex={-1} inert />}
    </div>
  )
}

/** One entry at a width that the window may not have. */
export function Framed({ settings }: { readonly settings: Settings }): ReactElement {
  const { width, view } = settings
  return (
    <div className="stage">
      <iframe
        src={`/gallery${toSearch({ ...settings, width: undefined })}`}
        title={view}
        width={width}
        height={width === widths.desktop ? 900 : 844}
      />
    </div>
  )
}

function toId(title: string): string {
  return title.toLowerCase().replaceAll(' ', '-')
}
