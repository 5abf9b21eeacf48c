import type { ModalState, OnRampState } from '@latchkey/core'
import { push } from '@latchkey/core/controllers/shell'
import { setOnRampProvider, startOnRamp } from '@latchkey/core/internal'
import { type ReactElement, useCallback, useEffect } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { readInView, useShell, useTexts } from '../../hooks/useShell.js'
import { Icon } from '../../primitives/Icon.js'
import { Row, Tile } from '../../primitives/Row.js'
import { Empty, LoadingView } from '../../primitives/ViewStates.js'
import { onrampTexts } from './messages.js'
import { toOnRampErrorText } from './onrampText.js'

const selectOnRamp = ({ onramp }: ModalState): OnRampState | undefined => onramp

/** The providers to choose from. */
export function OnRampProvidersView(): ReactElement {
  const { modal, prepareView } = useShell()
  const t = useTexts(onrampTexts)
  const onramp = useModalState(selectOnRamp)
  const start = useCallback(() => readInView(modal, startOnRamp(modal)), [modal])
  useEffect(start, [start])

  if (!onramp || (onramp.step === 'loading' && !onramp.error)) return <LoadingView />
  const { error, providers, step, isSample } = onramp
  const openAmount = (): void => push(modal, { view: 'OnRampAmount', params: undefined })
  if (step === 'loading' && error)
    return (
      <div className="body" role="alert">
        <Empty icon="warning" title={t('buyFailed')} text={toOnRampErrorText(t, error)} />
        <Retry onClick={start} />
      </div>
    )
  if (providers.length === 0)
    return (
      <div className="body">
        <Empty
          icon={isSample ? 'warning' : 'info'}
          title={t(isSample ? 'providersOut' : 'providersNone')}
          text={t(isSample ? 'providersOutText' : 'providersNoneText')}
        />
        <Retry onClick={start} />
        {isSample && (
          <button className="btn" part="button" type="button" onClick={openAmount}>
            {t('sampleLook')}
          </button>
        )}
      </div>
    )
  return (
    <>
      <div className="body">
        <ul className="providers" aria-label={t('providersLabel')}>
          {providers.map(({ name, label, feeRange, iconUrl }) => (
            <li key={name}>
              <Row
                title={label}
                detail={feeRange && t('providerFees', { fees: feeRange })}
                mark={<Tile name={label} src={iconUrl} />}
                end={<Icon name="next" flip />}
                onIntent={() => prepareView('OnRampAmount')}
                onClick={() => {
                  setOnRampProvider(modal, name)
                  openAmount()
                }}
              />
            </li>
          ))}
        </ul>
      </div>
      <p className="foot" dir="auto">
        {t('providersNotice')}
      </p>
    </>
  )
}

function Retry({ onClick }: { readonly onClick: () => void }): ReactElement {
  const { t } = useShell()
  return (
    <button className="btn" part="button primary" data-kind="primary" type="button" onClick={onClick}>
      {t('tryAgain')}
    </button>
  )
}
