import { type ModalState, type NameError, type NameSuggestion } from '@latchkey/core'
import { registerAccountName, setAccountName } from '@latchkey/core/controllers/names'
import { canRegisterName, parseAccountName, resetNames } from '@latchkey/core/internal'
import { type FormEvent, type ReactElement, useCallback, useEffect, useId, useRef } from 'react'
import { useEntryFocus } from '../../hooks/focus.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { Icon } from '../../primitives/Icon.js'
import { Empty } from '../../primitives/ViewStates.js'
import { nameTexts } from './messages.js'

const initial: NonNullable<ModalState['names']> = {
  step: 'choosing',
  text: '',
  isTaken: false,
  suggestions: [],
  suggestionsLoading: false,
}

const selectNames = ({ names = initial }: ModalState): NonNullable<ModalState['names']> => names

/** Chooses a name for the account, checks its availability, and registers it with a signature. [S2.2] */
export function RegisterAccountNameView(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(nameTexts)
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const { step, text, name, isTaken, suggestions, suggestionsLoading, error } = useModalState(selectNames)
  const isOffered = useModalState(useCallback(() => canRegisterName(modal), [modal]))
  useEntryFocus(field)
  useEffect(() => {
    // a name that was registered before is not the current choice
    if (modal.getState().names?.step === 'registered') resetNames(modal)
  }, [modal])
  if (!isOffered)
    return (
      <div className="body">
        <Empty icon="info" title={t('nameNotHere')} text={t('nameNotHereText')} />
      </div>
    )
  const isBusy = step === 'signing' || step === 'registering'
  const isName = parseAccountName(text) !== null
  const canSubmit = name !== undefined && !isTaken && !isBusy
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!canSubmit) return
    registerAccountName(modal).catch(() => {
      // the wallet is disconnected: the view shows it
    })
  }
  // the button that chose it goes away
  const choose = (chosen: string): void => {
    setAccountName(modal, chosen)
    field.current?.focus({ preventScroll: true })
  }
  const toTexts = (): string => {
    if (step === 'signing') return t('nameSigning')
    if (step === 'registering') return t('nameRegistering')
    if (suggestionsLoading) return t('nameChecking')
    if (!isName || name === undefined) return t('nameRule')
    return t(isTaken ? 'nameTaken' : 'nameFree', { name })
  }
  const tone = isBusy || suggestionsLoading || name === undefined ? undefined : isTaken ? 'bad' : 'good'
  return (
    <form className="body naming" onSubmit={submit} noValidate>
      <p className="muted" dir="auto">
        {t('nameIntro')}
      </p>
      <label className="field" part="field">
        <Icon name="certified" />
        <input
          part="input"
          ref={field}
          aria-label={t('nameLabel')}
          aria-describedby={id}
          aria-invalid={isTaken || (text.length > 3 && !isName) || undefined}
          placeholder={t('nameLabel')}
          value={text}
          readOnly={isBusy}
          maxLength={80}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          dir={text ? 'ltr' : 'auto'}
          onChange={(event) => setAccountName(modal, event.target.value)}
        />
      </label>
      <p className="muted state" id={id} role="status" data-tone={tone} dir="auto">
        {toTexts()}
      </p>
      <NameProblem error={error} onRetry={name === undefined && isName ? () => choose(text) : undefined} />
      {!isBusy && <Suggestions suggestions={suggestions} onChoose={choose} />}
      <button
        className="btn"
        part="button primary"
        data-kind="primary"
        type="submit"
        disabled={!canSubmit && !isBusy}
        aria-disabled={isBusy || undefined}
      >
        {isBusy && <Icon name="loader" spin />}
        {t('nameRegister')}
      </button>
    </form>
  )
}

type NameFaultProps = {
  readonly error: NameError | undefined
  /** Checks the availability again, if that is what failed. */
  readonly onRetry: (() => void) | undefined
}

/** Why the check or the registration failed. Text of the service is shown as plain text. */
function NameProblem({ error, onRetry }: NameFaultProps): ReactElement {
  const t = useTexts(nameTexts)
  const key = `name_${error?.code}`
  return (
    <>
      <div className="fault" role="alert" dir="auto">
        {error && (
          <>
            <p>{t(isNameKey(key) ? key : 'name_failed')}</p>
            {error.reasons?.map(({ name, description }) => (
              <p key={name + description}>{description}</p>
            ))}
          </>
        )}
      </div>
      {error && onRetry && (
        <button className="btn" part="button" type="button" onClick={onRetry}>
          {t('tryAgain')}
        </button>
      )}
    </>
  )
}

function isNameKey(key: string): key is keyof typeof nameTexts {
  return Object.hasOwn(nameTexts, key)
}

type SuggestionsProps = {
  readonly suggestions: readonly NameSuggestion[]
  /** Without the zone. */
  readonly onChoose: (name: string) => void
}

/** Similar names that are available. */
function Suggestions({ suggestions, onChoose }: SuggestionsProps): ReactElement | null {
  const t = useTexts(nameTexts)
  const id = useId()
  if (suggestions.length === 0) return null
  return (
    <section className="free">
      <h3 className="group" id={id}>
        {t('nameOthers')}
      </h3>
      <ul aria-labelledby={id}>
        {suggestions.map(({ name }) => (
          <li key={name}>
            <button type="button" onClick={() => onChoose(name.split('.')[0] ?? name)}>
              <bdi>{name}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
