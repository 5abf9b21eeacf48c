import type { ModalState, PayState } from '@latchkey/core'
import { close } from '@latchkey/core/controllers'
import type { ComponentType, ReactElement } from 'react'
import { useHoldings } from '../../hooks/useHoldings.js'
import { useModalState } from '../../hooks/useModalState.js'
import { usePart } from '../../hooks/usePart.js'
import { payTexts } from '../../i18n/messages/pay.js'
import { useTexts } from '../../i18n/useTexts.js'
import earlierStyles from '../../primitives/EarlierTransfer/EarlierTransfer.css'
import { Ended } from '../../primitives/Ended/Ended.js'
import factStyles from '../../primitives/Facts/Facts.css'
import outcomeStyles from '../../primitives/Outcome/Outcome.css'
import { useShell } from '../../router/ShellContext.js'
import { loadPaying } from './loadPaying.js'
import { PayChoice } from './PayChoice.js'
import ownStyles from './PayView.css'

export { PayView as View }
export const styles: string = earlierStyles + factStyles + outcomeStyles + ownStyles
export const Title: ComponentType = () => useTexts(payTexts)('payTitle')

const selectPay = ({ pay }: ModalState): PayState | undefined => pay

/** What the app asks to be paid, then what becomes of it. */
export function PayView(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(payTexts)
  const pay = useModalState(selectPay)
  const isPaying = pay !== undefined && pay.step !== 'choice'
  const parts = usePart(loadPaying, isPaying)
  // the boundary of the view offers to try again
  if (parts === null) throw new Error('What tells of a payment could not be loaded.')
  useHoldings()
  if (!pay)
    return (
      <Ended title={t('payNothing')} text={t('payNothingText')} action={t('payClose')} onAction={() => close(modal)} />
    )
  return isPaying && parts ? <parts.PayOutcome pay={pay} /> : <PayChoice pay={pay} />
}
