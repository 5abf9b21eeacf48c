import {
  type AccountState,
  type AccountTypeChange,
  getAccount,
  getNetworkState,
  isSmartAccountEnabled,
  type LoginAccountType,
  type ModalState,
  type Network,
  type RequestError,
  toShortAddress,
} from '@latchkey/core'
import { setPreferredAccountType } from '@latchkey/core/controllers/account'
import { type ReactElement, useId, useState } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { frameTexts } from '../../i18n/messages/shared.js'
import type { Translate } from '../../i18n/translate.js'
import { Icon } from '../../primitives/Icon.js'
import { IconTile, Row, Tick } from '../../primitives/Row.js'
import { showFailure } from '../../primitives/Toast.js'
import type { UiModal } from '../../uiModal.js'
import { settingsTexts } from './messages.js'

const namespace = 'eip155'

const types: readonly LoginAccountType[] = ['smartAccount', 'eoa']

const selectAccount = (state: ModalState): AccountState => getAccount(state, namespace)
const selectNetwork = (state: ModalState): Network | undefined => getNetworkState(state, namespace).caipNetwork
const selectEnabled = (state: ModalState): boolean => isSmartAccountEnabled(state, namespace)
const selectChange = (state: ModalState): AccountTypeChange | undefined => state.accountTypeChange

/** The accounts of an embedded wallet on EVM, of which one is in use. [S4.14] */
export function AccountTypes(): ReactElement | null {
  const { modal } = useShell()
  const t = useTexts(settingsTexts)
  const id = useId()
  const { type: current, allAccounts, smartAccountDeployed, connectedWalletInfo } = useModalState(selectAccount)
  const network = useModalState(selectNetwork)?.name ?? ''
  const isEnabled = useModalState(selectEnabled)
  const change = useModalState(selectChange)
  // an error from before is not shown again
  const [earlierError] = useState(change?.error)
  const [chosen, setChosen] = useState<LoginAccountType>()
  const isRunning = change !== undefined && !change.error
  const error = change?.error === earlierError ? undefined : change?.error
  // another wallet on EVM has no types, though the embedded wallet may be connected elsewhere
  if (connectedWalletInfo?.type !== 'AUTH') return null
  // an app that requires self-custody offers the smart account alone
  if (!current || !allAccounts.some((account) => account.type === 'eoa')) return null

  const choose = (type: LoginAccountType): void => {
    if (isRunning) return
    setChosen(type)
    void setAccountType(modal, t, { namespace, type })
  }
  const toDetail = (type: LoginAccountType): string | undefined => {
    const address = allAccounts.find((account) => account.type === type)?.address
    if (type === 'smartAccount' && !isEnabled) return t('typeNotHere', { network })
    return address && toShortAddress(address)
  }
  const toEnd = (type: LoginAccountType): ReactElement | undefined => {
    if (isRunning && change.type === type) return <Icon name="loader" spin />
    return current === type ? <Tick label={t('typeActive')} /> : undefined
  }
  return (
    <section className="types" aria-labelledby={id}>
      <h3 className="group" id={id}>
        {t('typeHeading')}
      </h3>
      <ul className="list" aria-labelledby={id}>
        {types.map((type) => (
          <li key={type}>
            <Row
              title={t(`type_${type}`)}
              detail={toDetail(type)}
              mark={
                <IconTile>
                  <Icon name={type === 'eoa' ? 'key' : 'spark'} />
                </IconTile>
              }
              end={toEnd(type)}
              isCurrent={current === type}
              isBusy={isRunning && change.type === type}
              isDisabled={type === 'smartAccount' && !isEnabled && current !== type}
              onClick={() => choose(type)}
            />
          </li>
        ))}
      </ul>
      <TypeFailure error={error} />
      <p className="muted note" dir="auto">
        {t('typeText')} {isEnabled && smartAccountDeployed === false && t('typeNotDeployed', { network })}
      </p>
      <span className="sr" role="status">
        {isRunning && t('typeSwitching')}
        {!isRunning && !error && chosen === current && t('typeSwitched', { type: t(`type_${chosen}`) })}
      </span>
    </section>
  )
}

type SetTypeRequest = NonNullable<Parameters<typeof setPreferredAccountType>[1]>

/** Switches to another account type, and shows a notice if that could not even start. Never rejects. */
async function setAccountType(modal: UiModal, t: Translate, request: SetTypeRequest): Promise<void> {
  try {
    await setPreferredAccountType(modal, request)
  } catch (cause) {
    // a failure of the switch itself is in the state
    if (!modal.getState().accountTypeChange?.error) showFailure(modal, t, cause)
  }
}

const failureTexts = { ...settingsTexts, ...frameTexts } as const

/** Explains why the account was not switched, and which one is in use. [S4.14] */
function TypeFailure({ error }: { readonly error: RequestError | undefined }): ReactElement {
  const t = useTexts(failureTexts)
  const toReason = ({ code, message }: RequestError): string => {
    if (code === 'FRAME_FAILED') return message
    return isFrameKey(code) || code === 'WALLET_FROZEN' ? t(code) : ''
  }
  return (
    <div className="fault" role="alert" dir="auto">
      {error && (
        <>
          <b>{t('typeFailed')}</b>
          <p>{toReason(error)}</p>
          <p>{t('typeFallback')}</p>
        </>
      )}
    </div>
  )
}

function isFrameKey(key: string): key is keyof typeof frameTexts {
  return Object.hasOwn(frameTexts, key)
}
