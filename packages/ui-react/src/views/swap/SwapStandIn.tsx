import { loadModule, type ModalState, type SwapState } from '@latchkey/core'
import { getConnection } from '@latchkey/core/controllers'
import type { ReactElement } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { usePart } from '../../hooks/usePart.js'
import { swapTexts } from '../../i18n/messages/swap.js'
import { useTexts } from '../../i18n/useTexts.js'

const load = async () => (await loadModule(() => import('./later.js'))).loadUnavailable()

const selectNobody = (state: ModalState): boolean => getConnection(state, 'eip155') === undefined

/** Stands in for a swap that has no tokens yet, or none at all. */
export function SwapStandIn({ swap }: { readonly swap: SwapState | undefined }): ReactElement {
  const t = useTexts(swapTexts)
  const isNobody = useModalState(selectNobody)
  const part = usePart(load, isNobody || swap?.list === 'failed')
  // the boundary of the view offers to try again
  if (part === null) throw new Error('What stands in for a swap could not be loaded.')
  if (part) return <part.SwapUnavailable swap={swap} />
  return (
    <div className="list">
      <span className="sr" role="status">
        {t('swapLoading')}
      </span>
      <span className="bone swap-bone" />
      <span className="bone swap-bone" />
    </div>
  )
}
