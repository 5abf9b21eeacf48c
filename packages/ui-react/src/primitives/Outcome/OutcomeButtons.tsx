import { lookAgain } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import { lookingTexts } from '../../i18n/messages/looking.js'
import { useTexts } from '../../i18n/useTexts.js'
import { useShell } from '../../router/ShellContext.js'

type Action = { readonly text: string; readonly onClick: () => void }

export type OutcomeButtonsProps = {
  /** `void`: the transaction can no longer go through. `lost`: it wasn't found, and may still go through. */
  readonly step: string
  /** The transaction that is searched for once more. */
  readonly transferId: string | undefined
  /** Sends it again, where that pays nothing twice. */
  readonly again: Action
  /** Leaves; absent while the user has to decide elsewhere. */
  readonly done: Action | undefined
}

/** The ways on from a transaction, also from one whose outcome is unknown. */
export function OutcomeButtons({ step, transferId, again, done }: OutcomeButtonsProps): ReactElement {
  const { modal } = useShell()
  const t = useTexts(lookingTexts)
  const isVoid = step === 'void'
  return (
    <>
      {isVoid && (
        <button className="btn" part="button primary" data-kind="primary" type="button" onClick={again.onClick}>
          {again.text}
        </button>
      )}
      {step === 'lost' && (
        <button className="btn" part="button" type="button" onClick={() => lookAgain(modal, { id: transferId ?? '' })}>
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
