import type { ReactElement } from 'react'
import { purchaseTexts } from '../../i18n/messages/purchase.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Empty } from '../../primitives/Empty/Empty.js'

export type ReceivedProps = { readonly symbol: string; readonly onDone: () => void }

/** The funds have come. */
export function Received({ symbol, onDone }: ReceivedProps): ReactElement {
  const t = useTexts(purchaseTexts)
  return (
    <div className="body">
      <div role="status">
        <Empty icon="check" title={t('buyReceived', { symbol })} text={t('buyReceivedText')} />
      </div>
      <button className="btn" part="button primary" data-kind="primary" type="button" onClick={onDone}>
        {t('done')}
      </button>
    </div>
  )
}
