import type { Network } from '@latchkey/core'
import { retrySearch } from '@latchkey/core/internal'
import type { ReactElement, ReactNode } from 'react'
import { focusOnMount } from '../hooks/focus.js'
import { useShell, useTexts } from '../hooks/useShell.js'
import { transferTexts } from '../i18n/messages/shared.js'
import { Icon } from './Icon.js'

export type OutcomeProps = {
  /** `busy`: waiting for the wallet or the network. */
  readonly kind: 'busy' | 'good' | 'unknown' | 'bad'
  readonly title: string
  readonly text: string
  /** Links to the transaction; see `toTransactionLink`. */
  readonly link?: { readonly href: string; readonly text: string } | undefined
  /** Buttons. */
  readonly children?: ReactNode
}

const icons = { busy: 'loader', good: 'check', unknown: 'info', bad: 'warning' } as const

/** The outcome of a transaction. One element for all states, so that each change is announced. */
export function Outcome({ kind, title, text, link, children }: OutcomeProps): ReactElement {
  return (
    <div className="body">
      <div className="outcome" role="status" data-kind={kind}>
        <span className="mark">
          <Icon name={icons[kind]} spin={kind === 'busy'} />
        </span>
        <h3 dir="auto" tabIndex={-1} ref={focusOnMount}>
          {title}
        </h3>
        <p className="muted" dir="auto">
          {text}
        </p>
      </div>
      {link && (
        <a className="btn" part="button" href={link.href} target="_blank" rel="noopener noreferrer">
          {link.text}
          <Icon name="external" />
        </a>
      )}
      {children}
    </div>
  )
}

type Action = { readonly text: string; readonly onClick: () => void }

type OutcomeButtonsProps = {
  /** `void`: the transaction can no longer go through. `lost`: it wasn't found, and may still go through. */
  readonly step: string
  /** The transaction to look for again. */
  readonly transferId: string | undefined
  /** Sends it again, where nothing can be paid twice. */
  readonly again: Action
  /** Leaves; absent while the user has to decide elsewhere. */
  readonly done: Action | undefined
}

/** Actions after a transaction, also after one whose outcome is unknown. */
export function OutcomeButtons({ step, transferId, again, done }: OutcomeButtonsProps): ReactElement {
  const { modal } = useShell()
  const t = useTexts(transferTexts)
  const isVoid = step === 'void'
  return (
    <>
      {isVoid && (
        <button className="btn" part="button primary" data-kind="primary" type="button" onClick={again.onClick}>
          {again.text}
        </button>
      )}
      {step === 'lost' && (
        <button
          className="btn"
          part="button"
          type="button"
          onClick={() => retrySearch(modal, { id: transferId ?? '' })}
        >
          {t('lookAgain')}
        </button>
      )}
      {done && (
        <button
          className="btn"
          part={isVoid ? 'button' : 'button primary'}
          data-kind={isVoid ? undefined : 'primary'}
          type="button"
          onClick={done.onClick}
        >
          {done.text}
        </button>
      )}
    </>
  )
}

/** The link to a transaction on the explorer of its network; undefined if there is none. */
export function toTransactionLink(network: Network | undefined, hash: string | undefined): string | undefined {
  const url = network?.blockExplorers?.default.url.replace(/\/$/, '')
  return url && hash ? `${url}/tx/${encodeURIComponent(hash)}` : undefined
}
