import { loadModule, type ModalState } from '@latchkey/core'
import { setAccountName } from '@latchkey/core/controllers'
import { canRegisterName, parseAccountName, resetNames } from '@latchkey/core/internal'
import {
  type ComponentType,
  type FormEvent,
  type ReactElement,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useEntryFocus } from '../../hooks/useEntryFocus.js'
import { useModalState } from '../../hooks/useModalState.js'
import { nameTexts } from '../../i18n/messages/names.js'
import { useTexts } from '../../i18n/useTexts.js'
import { Empty } from '../../primitives/Empty/Empty.js'
import { Icon } from '../../primitives/Icon/Icon.js'
import fieldStyles from '../../primitives/SearchField/SearchField.css'
import { useShell } from '../../router/ShellContext.js'
import { NameFault } from './NameFault.js'
import own from './RegisterAccountNameView.css'
import { Suggestions } from './Suggestions.js'

export { RegisterAccountNameView as View }
export const styles: string = fieldStyles + own
export const Title: ComponentType = () => useTexts(nameTexts)('nameTitle')

const load = () => loadModule(() => import('./registerVerb.js'))
const initial: NonNullable<ModalState['names']> = {
  step: 'choosing',
  text: '',
  isTaken: false,
  suggestions: [],
  suggestionsLoading: false,
}
const selectNames = ({ names = initial }: ModalState): NonNullable<ModalState['names']> => names

/** Takes a name for the account, says whether it is free, and has the account sign for it. [S2.2] */
export function RegisterAccountNameView(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(nameTexts)
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const { step, text, name, isTaken, suggestions, suggestionsLoading, error } = useModalState(selectNames)
  const isOffered = useModalState(useCallback(() => canRegisterName(modal), [modal]))
  const [failure, setFailure] = useState<{ readonly cause: unknown }>()
  if (failure) throw failure.cause // the boundary says so and offers to try again
  useEntryFocus(field)
  useEffect(() => {
    // one that was registered before this visit is not what is chosen now
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
    load().then(
      ({ registerVerb }) =>
        registerVerb.register(modal).catch(() => {
          // the wallet has gone: the view says so
        }),
      (cause: unknown) => setFailure({ cause }),
    )
  }
  const words = (): string => {
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
        {words()}
      </p>
      <NameFault error={error} onRetry={name === undefined && isName ? () => setAccountName(modal, text) : undefined} />
      {!isBusy && <Suggestions suggestions={suggestions} onChoose={(chosen) => setAccountName(modal, chosen)} />}
      <button
        className="btn"
        part="button primary"
        data-kind="primary"
        type="submit"
        disabled={!canSubmit && !isBusy}
        aria-disabled={isBusy || undefined}
        onPointerOver={prepare}
        onFocus={prepare}
      >
        {isBusy && <Icon name="loader" spin />}
        {t('nameRegister')}
      </button>
    </form>
  )
}

/** What registers is there by the time of the press; a failure is told by that. */
function prepare(): void {
  load().catch(() => undefined)
}
