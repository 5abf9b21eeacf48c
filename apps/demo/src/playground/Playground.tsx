import { ConnectButton, LatchkeyProvider, type UiModal } from '@latchkey/ui-react'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import type { DemoConfig } from '../config.js'
import { CodePane } from './CodePane.js'
import { Controls, Segments } from './Controls.js'
import { CopyButton } from './CopyButton.js'
import { applySetupLocale, applySetupTheme, createLiveModal, toStructure } from './liveModal.js'
import { type Page, parsePage, toSearch } from './page.js'
import { defaultSetup, type Setup } from './setup.js'

type PlaygroundProps = { readonly config: DemoConfig }

/** The start page: a live modal, its controls, and the code for exactly that setup. The URL has all of it. */
export function Playground({ config }: PlaygroundProps): ReactElement {
  const [page, setPage] = usePage()
  const { setup, show } = page
  const modal = useLiveModal(config, setup, show === 'inline')
  const setSetup = (next: Setup): void => setPage({ ...page, setup: next })
  return (
    <>
      <Header docsUrl={config.docsUrl} />
      <main className="playground">
        <section className="hero" aria-labelledby="headline">
          <h1 id="headline">An open-source wallet modal for EVM, Solana and Bitcoin</h1>
          <p>
            Users connect a wallet, or log in by email or social account. You host every service behind it, and need no
            account with a vendor.
          </p>
          <div className="calls">
            <div className="command">
              <code>{createCommand}</code>
              <CopyButton text={createCommand} label="Copy install command" />
            </div>
            {config.docsUrl && (
              <a className="call" href={config.docsUrl}>
                Read the docs
              </a>
            )}
          </div>
        </section>

        <section className="stage" aria-label="Live modal">
          <div className="bar">
            <Segments
              label="Show it"
              value={show}
              values={{ inline: 'In the page', dialog: 'As a dialog' }}
              onChange={(next) => setPage({ ...page, show: next })}
            />
          </div>
          <div className="canvas" data-mode={setup.mode === 'system' ? undefined : setup.mode}>
            {modal && (show === 'inline' ? <InlineModal modal={modal} /> : <DialogButton modal={modal} />)}
          </div>
          <Hints config={config} setup={setup} />
        </section>

        <section className="controls" aria-label="Setup">
          <div className="bar">
            <CopyButton text={() => toUrl(page)} label="Copy link" />
            <button type="button" className="plain" onClick={() => setSetup(defaultSetup)}>
              Reset
            </button>
          </div>
          <Controls config={config} setup={setup} onChange={setSetup} />
        </section>

        <CodePane docsUrl={config.docsUrl} page={page} onChange={setPage} />
      </main>
      <Footer config={config} />
    </>
  )
}

const createCommand = 'npm create latchkey@latest'

/** In ms. Browsers limit how often a page may change its URL, and a color picker reports every move. */
const urlDelay = 150

/** The state of the page, which the URL has. A change replaces the URL; Back, Forward and a reload bring it back. */
function usePage(): readonly [Page, (page: Page) => void] {
  const [page, setPage] = useState(() => parsePage(location.search))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const restore = (): void => {
      clearTimeout(timer.current)
      setPage(parsePage(location.search))
    }
    addEventListener('popstate', restore)
    return () => removeEventListener('popstate', restore)
  }, [])
  const update = (next: Page): void => {
    setPage(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => history.replaceState(history.state, '', toUrl(next)), urlDelay)
  }
  return [page, update]
}

const toUrl = (page: Page): string => `${location.origin}${location.pathname}${toSearch(page)}${location.hash}`

/** The modal of a setup. A theme or a language is applied to the modal that is there; anything else makes a new one. */
function useLiveModal(config: DemoConfig, setup: Setup, isInline: boolean): UiModal | undefined {
  const [modal, setModal] = useState<UiModal>()
  const structure = toStructure(setup)
  const latest = useRef(setup)
  latest.current = setup
  // biome-ignore lint/correctness/useExhaustiveDependencies: `structure` is all of the setup that needs a new modal
  useEffect(() => {
    const created = createLiveModal(config, latest.current, { isInline })
    window.latchkey = created
    setModal(created)
    return () => created.destroy()
  }, [config, structure, isInline])
  useEffect(() => {
    if (modal && modal.getState().status !== 'destroyed') applySetupTheme(modal, setup)
  }, [modal, setup])
  const { locale } = setup
  useEffect(() => {
    if (modal && modal.getState().status !== 'destroyed') applySetupLocale(modal, locale)
  }, [modal, locale])
  return modal
}

function InlineModal({ modal }: { readonly modal: UiModal }): ReactElement {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    modal.start()
    const element = modal.getElement()
    if (element) place.current?.append(element)
  }, [modal])
  return <div className="inline" ref={place} />
}

function DialogButton({ modal }: { readonly modal: UiModal }): ReactElement {
  return (
    <LatchkeyProvider modal={modal}>
      <ConnectButton />
    </LatchkeyProvider>
  )
}

/** Shows which wallets and services this machine has for trying the modal. */
function Hints({ config, setup }: { readonly config: DemoConfig; readonly setup: Setup }): ReactElement {
  return (
    <p className="about">
      The networks run on this machine. <b>Dev wallet</b> signs without an extension.
      {setup.embedded && config.mailboxUrl && (
        <>
          {' '}
          Any email address or mobile number works: its codes arrive in the{' '}
          <Outside href={config.mailboxUrl}>mailbox</Outside>.
        </>
      )}
      {setup.pairing && config.walletUrl && (
        <>
          {' '}
          To pair, paste the link into the <Outside href={config.walletUrl}>test wallet</Outside>.
        </>
      )}
    </p>
  )
}

function Outside({ href, children }: { readonly href: string; readonly children: string }): ReactElement {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}

function Header({ docsUrl }: { readonly docsUrl: string | undefined }): ReactElement {
  return (
    <header className="top site">
      <a className="brand" href="/">
        <img src="/favicon.svg" alt="" width="28" height="28" /> Latchkey
      </a>
      <nav className="links" aria-label="Site">
        {docsUrl && <a href={docsUrl}>Docs</a>}
        <a href="/gallery">Gallery</a>
        <a href="/lab">Lab</a>
      </nav>
    </header>
  )
}

function Footer({ config: { docsUrl, sourceUrl } }: PlaygroundProps): ReactElement {
  return (
    <footer className="site">
      <nav className="links" aria-label="More">
        {docsUrl && <a href={docsUrl}>Docs</a>}
        <a href="/lab">Lab: all controls for tests</a>
        <a href="/gallery">Gallery: every view in every state</a>
        {sourceUrl && <a href={sourceUrl}>Source</a>}
      </nav>
      <p className="licence">MIT licensed.</p>
    </footer>
  )
}
