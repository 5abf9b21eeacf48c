import type { ReactElement, ReactNode } from 'react'
import { chainTexts } from '../../i18n/messages/chains.js'
import { waitingTexts } from '../../i18n/messages/waiting.js'
import { toHelpKey } from '../../i18n/toHelpKey.js'
import { toErrorKey } from '../../i18n/translate.js'
import { useTexts } from '../../i18n/useTexts.js'
import type { Chain } from './getChains.js'

export type ChainsStatusProps = {
  readonly chains: readonly Chain[]
  readonly wallet: string
  /** Of the wallet. */
  readonly mark: ReactNode
}

const texts = { ...chainTexts, ...waitingTexts } as const

/** Says in one place how far connecting has come; one element for all of it, so that each change is announced. */
export function ChainsStatus({ chains, wallet, mark }: ChainsStatusProps): ReactElement {
  const t = useTexts(texts)
  const asked = chains.find(({ status }) => status === 'asking')
  const { title, text, isBad } = toWords()
  return (
    <div className="status" role="status" data-bad={isBad ? '' : undefined}>
      <span className="ring" data-busy={asked ? '' : undefined}>
        {mark}
        {(asked || isBad) && (
          <svg viewBox="0 0 104 104" aria-hidden="true">
            <rect x="2" y="2" width="100" height="100" rx="33" pathLength="100" />
          </svg>
        )}
      </span>
      <h3 id="chains">{title}</h3>
      <p className="muted">{text}</p>
    </div>
  )

  function toWords(): { readonly title: string; readonly text: string; readonly isBad?: boolean } {
    if (asked) {
      const chain = t(asked.namespace)
      return { title: t('connectingTitle', { wallet }), text: t('chainsAskingText', { chain }) }
    }
    const failed = chains.filter(({ status }) => status === 'failed')
    const isPart = chains.some(({ status }) => status === 'connected')
    if (failed.length > 0 && isPart) return { title: t('chainsPartTitle'), text: t('chainsPartText') }
    const [first] = failed
    if (first?.error) {
      const isOne = failed.every(({ error }) => error?.code === first.error?.code)
      const code = isOne ? first.error.code : 'CONNECTOR_FAILED'
      return { title: t(toErrorKey(code), { id: wallet }), text: t(toHelpKey(code)), isBad: true }
    }
    if (chains.every(({ status }) => status === 'connected'))
      return { title: t('chainsDoneTitle'), text: t('chainsDoneText', { wallet }) }
    return { title: t('chainsTitle'), text: t('chainsText', { wallet }) }
  }
}
