import {
  type AccountState,
  type AccountTypeChange,
  type LoginAccountType,
  loadModule,
  type ModalState,
  type Network,
  toShortAddress,
} from '@latchkey/core'
import { getAccount, getNetworkState, isSmartAccountEnabled } from '@latchkey/core/controllers'
import { type ReactElement, useId, useState } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { settingsTexts } from '../../i18n/messages/settings.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Icon } from '../../primitives/Icon/Icon.js'
import { Row } from '../../primitives/Row/Row.js'
import { Tick } from '../../primitives/Row/Tick.js'
import { IconTile } from '../../primitives/Tile/Tile.js'
import { useShell } from '../../router/ShellContext.js'
import { SmartIcon } from './SmartIcon.js'
import { TypeFailure } from './TypeFailure.js'

const namespace = 'eip155'
const types: readonly LoginAccountType[] = ['smartAccount', 'eoa']

const load = () => loadModule(() => import('./typeVerb.js'))
const selectAccount = (state: ModalState): AccountState => getAccount(state, namespace)
const selectNetwork = (state: ModalState): Network | undefined => getNetworkState(state, namespace).caipNetwork
const selectEnabled = (state: ModalState): boolean => isSmartAccountEnabled(state, namespace)
const selectChange = (state: ModalState): AccountTypeChange | undefined => state.accountTypeChange

/** The accounts of an embedded wallet on EVM, of which one is in use. [S4.14] */
export function AccountTypes(): ReactElement | null {
  const { modal } = useShell()
  const t = useTexts(settingsTexts)
  const id = useId()
  const { type: current, allAccounts, smartAccountDeployed } = useModalState(selectAccount)
  const network = useModalState(selectNetwork)?.name ?? ''
  const isEnabled = useModalState(selectEnabled)
  const change = useModalState(selectChange)
  // what failed before this visit is said no more
  const [passed] = useState(change?.error)
  const [chosen, setChosen] = useState<LoginAccountType>()
  const [failure, setFailure] = useState<{ readonly cause: unknown }>()
  if (failure) throw failure.cause // the boundary says so and offers to try again
  const isRunning = change !== undefined && !change.error
  const error = change?.error === passed ? undefined : change?.error
  if (!current) return null

  const choose = (type: LoginAccountType): void => {
    if (isRunning) return
    setChosen(type)
    load().then(
      ({ typeVerb }) => typeVerb.prefer(modal, t, { namespace, type }),
      (cause: unknown) => setFailure({ cause }),
    )
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
              mark={<IconTile>{type === 'eoa' ? <Icon name="key" /> : <SmartIcon />}</IconTile>}
              end={toEnd(type)}
              isCurrent={current === type}
              isBusy={isRunning && change.type === type}
              isDisabled={type === 'smartAccount' && !isEnabled && current !== type}
              onIntent={prepare}
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

/** What changes the account is there by the time of the press; a failure is told by that. */
function prepare(): void {
  load().catch(() => undefined)
}
