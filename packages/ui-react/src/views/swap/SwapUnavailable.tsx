import type { SwapState } from '@latchkey/core'
import { push } from '@latchkey/core/controllers'
import { loadSwap } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import { swapFaultTexts } from '../../i18n/messages/swapFaults.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Empty } from '../../primitives/Empty/Empty.js'
import { useShell } from '../../router/ShellContext.js'
import { toSwapFaultKey } from './toSwapFaultKey.js'

/** Stands in for a swap that has no wallet, or could not load its tokens. */
export function SwapUnavailable({ swap }: { readonly swap: SwapState | undefined }): ReactElement {
  const { modal } = useShell()
  const t = useTexts(swapFaultTexts)
  if (!swap)
    return (
      <div className="list">
        <Empty icon="wallet" title={t('swapNobody')} text={t('swapNobodyText')} />
        <button
          className="btn"
          part="button primary"
          data-kind="primary"
          type="button"
          onClick={() => push(modal, { view: 'Connect', params: { namespace: 'eip155' } })}
        >
          {t('buttonConnect')}
        </button>
      </div>
    )
  const code = swap.error?.code ?? 'CONNECTOR_FAILED'
  const isHere = code === 'SWAP_NOT_SUPPORTED' || code === 'GAS_PRICE_NOT_SUPPORTED'
  return (
    <div className="list" role="alert">
      <Empty icon="warning" title={t(toSwapFaultKey(code))} text={isHere ? undefined : t('swapUnchanged')} />
      <button
        className="btn"
        part="button primary"
        data-kind="primary"
        type="button"
        onClick={() => (isHere ? push(modal, { view: 'Networks', params: undefined }) : void loadSwap(modal))}
      >
        {t(isHere ? 'swapNetworks' : 'tryAgain')}
      </button>
    </div>
  )
}
