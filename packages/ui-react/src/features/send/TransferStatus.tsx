import type { ConnectorMeta, Network, RequestError, Token } from '@latchkey/core'
import { retrySearch } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { transferTexts } from '../../i18n/messages/shared.js'
import { Tile } from '../../primitives/Row.js'
import { ActionButton, Status, type StatusKind } from '../../primitives/Status.js'
import { TokenTile } from '../../primitives/TokenTile.js'

type Action = { readonly text: string; readonly onClick: () => void }

export type TransferTexts = { readonly kind: StatusKind; readonly title: string; readonly text: string }

type TransferStatusProps = {
  readonly step: string
  /** The texts of a step with a known outcome. Those of unknown outcomes are the same for every transaction. */
  readonly toTexts: () => TransferTexts
  readonly token: Token | undefined
  /** The wallet that is asked now. */
  readonly asked: ConnectorMeta | undefined
  readonly network: Network | undefined
  readonly hash: string | undefined
  /** The transaction to look for again. */
  readonly transferId: string | undefined
  /** Sends it again, once nothing can be paid twice. */
  readonly again: Action
  /** Leaves; absent while the user has to decide elsewhere. */
  readonly done: Action | undefined
}

/**
 * Steps of a transaction that the wallet may or may not have sent. `lost`: it wasn't found, and may still go through. `void`:
 * it can no longer go through.
 */
const unknown = {
  looking: { kind: 'waiting', title: 'lookTitle', text: 'lookText' },
  lost: { kind: 'unknown', title: 'lookLostTitle', text: 'lookLostText' },
  void: { kind: 'unknown', title: 'lookVoidTitle', text: 'lookVoidText' },
} as const

/** The state of a transaction, from asking the wallet to its outcome, with a link to the block explorer. */
export function TransferStatus(props: TransferStatusProps): ReactElement {
  const { step, toTexts, token, asked, network, hash, transferId, again, done } = props
  const { modal } = useShell()
  const t = useTexts(transferTexts)
  const state = isUnknown(step) ? unknown[step] : undefined
  const href = toTransactionLink(network, hash)
  const look = { text: t('lookAgain'), onClick: () => retrySearch(modal, { id: transferId ?? '' }) }
  return (
    <Status
      {...(state ? { kind: state.kind, title: t(state.title), text: t(state.text) } : toTexts())}
      mark={<TokenTile token={token} />}
      badge={asked && <Tile name={asked.name} src={asked.icon} />}
      primary={step === 'void' ? again : done}
      secondary={step === 'void' ? done : step === 'lost' ? look : undefined}
    >
      {href && (
        <ActionButton
          action={{ href, text: t('viewOnExplorer', { explorer: network?.blockExplorers?.default.name ?? '' }) }}
        />
      )}
    </Status>
  )
}

function isUnknown(step: string): step is keyof typeof unknown {
  return Object.hasOwn(unknown, step)
}

type Step = { readonly step: string; readonly error?: RequestError | undefined }

/**
 * The title of a view by the step of its transaction; undefined before the wallet is asked. `done`: the title after a
 * success.
 */
export function toStepKey(
  { step, error }: Step,
  done: 'stepSent' | 'stepSwapped' | 'stepPaid',
): keyof typeof transferTexts | undefined {
  switch (step) {
    case 'clearing':
    case 'approving':
    case 'sending':
      return 'stepAsking'
    case 'confirming':
      return error ? 'stepUnknown' : 'stepConfirming'
    case 'looking':
      return 'stepLooking'
    case 'lost':
    case 'timedOut':
      return 'stepUnknown'
    case 'void':
      return 'stepVoid'
    case 'done':
      return done
    default:
      // nothing was sent, or the network rejected it
      return error && (error.code === 'USER_REJECTED' ? 'stepDeclined' : 'stepFailed')
  }
}

/** Whether the user can still go back: not while a transaction is on its way, nor after it. */
export function canLeaveStep({ step }: Step): boolean {
  return ['form', 'preview', 'choice', 'clearing', 'approving', 'sending'].includes(step)
}

/** Returns the URL of a transaction on its network's block explorer. Undefined without an explorer or a hash. */
export function toTransactionLink(network: Network | undefined, hash: string | undefined): string | undefined {
  const url = network?.blockExplorers?.default.url.replace(/\/$/, '')
  return url && hash ? `${url}/tx/${encodeURIComponent(hash)}` : undefined
}
