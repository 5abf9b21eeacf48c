import { type KeyboardEvent, type ReactElement, type ReactNode, useId } from 'react'
import { Segments } from './Controls.js'
import { CopyButton } from './CopyButton.js'
import {
  frameworks,
  listGuides,
  listPlaceholders,
  packageManagers,
  toCreateCommand,
  toFiles,
  toInstallCommand,
} from './code.js'
import { Highlighted } from './highlight.js'
import type { Page } from './page.js'
import { keysOf } from './setup.js'

type CodePaneProps = {
  readonly docsUrl: string | undefined
  readonly page: Page
  readonly onChange: (page: Page) => void
}

const names = keysOf(frameworks)

/** The code of the setup for each framework, with the commands before it and the guides after it. */
export function CodePane({ docsUrl, page, onChange }: CodePaneProps): ReactElement {
  const id = useId()
  const { setup, framework, manager } = page
  const files = toFiles(setup, framework)
  const toHref = (name: string): string => new URL(`${name}.html`, docsUrl).href
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const at = names.indexOf(framework)
    const target = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key]
    const next = target === undefined ? undefined : names.at(target % names.length)
    if (!next) return
    event.preventDefault()
    onChange({ ...page, framework: next })
    document.getElementById(`${id}-${next}`)?.focus()
  }
  return (
    <section className="code" aria-label="Code">
      <div className="tabs" role="tablist" aria-label="Framework" onKeyDown={onKeyDown}>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === framework}
            aria-controls={`${id}-panel`}
            tabIndex={name === framework ? 0 : -1}
            onClick={() => onChange({ ...page, framework: name })}
          >
            {frameworks[name]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${framework}`} className="files">
        <Segments
          label="Package manager"
          value={manager}
          values={managerLabels}
          onChange={(next) => onChange({ ...page, manager: next })}
        />
        <Block title="Add to your app" text={toInstallCommand(setup, manager)} />
        <Block title="Or create a new one" text={toCreateCommand(setup, framework, manager)}>
          Then replace its <code>{files[0]?.name}</code> with the file below
          {setup.signIn !== 'off' && (
            <>
              , and add <code>@latchkey/siwx</code>
            </>
          )}
          .
        </Block>
        {files.map(({ name, text }) => (
          <Block key={name} title={name} text={text} isFile />
        ))}
        <Placeholders page={page} toHref={docsUrl === undefined ? undefined : toHref} />
        {docsUrl !== undefined && (
          <nav aria-label="Guides for this setup" className="guides">
            <h3>Guides</h3>
            <ul>
              {listGuides(setup).map((guide) => (
                <li key={guide.page}>
                  <a href={toHref(guide.page)}>{guide.label}</a>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </section>
  )
}

const managerLabels = Object.fromEntries(packageManagers.map((name) => [name, name])) as {
  readonly [name in Page['manager']]: string
}

type BlockProps = {
  readonly title: string
  readonly text: string
  readonly isFile?: boolean | undefined
  /** What to do next. */
  readonly children?: ReactNode | undefined
}

/** A command or a file, with a button that copies it. */
function Block({ title, text, isFile = false, children }: BlockProps): ReactElement {
  return (
    <figure className="block" data-file={isFile || undefined}>
      <figcaption>
        {isFile ? <code>{title}</code> : title}
        <CopyButton text={text} label={`Copy ${isFile ? title : `command: ${title.toLowerCase()}`}`} short="Copy" />
      </figcaption>
      {/* it may scroll, so the keyboard must reach it */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable */}
      <section tabIndex={0} aria-label={title}>
        <pre>{isFile ? <Highlighted name={title} text={text} /> : <code>{text}</code>}</pre>
      </section>
      {children && <p className="about">{children}</p>}
    </figure>
  )
}

type PlaceholdersProps = { readonly page: Page; readonly toHref: ((name: string) => string) | undefined }

/** The URLs in the code that are the user's to replace. */
function Placeholders({ page: { setup }, toHref }: PlaceholdersProps): ReactElement | null {
  const found = listPlaceholders(setup)
  if (found.length === 0) return null
  return (
    <div className="placeholders">
      <h3>Replace with your own</h3>
      <ul>
        {found.map(({ url, about, guide }) => (
          <li key={url}>
            <code>{url}</code>: {toHref ? <a href={toHref(guide.page)}>{about}</a> : about}
          </li>
        ))}
      </ul>
    </div>
  )
}
