import type { LoginError } from '@latchkey/core'
import { type ReactElement, type ReactNode, type RefObject, useId, useMemo } from 'react'
import { useModalInstance } from '../../hooks/LatchkeyProvider.js'
import { useSecondsUntil } from '../../hooks/useSecondsUntil.js'
import { useTexts } from '../../hooks/useShell.js'
import type { ShellKey } from '../../i18n/messages/keys.js'
import type { Translate } from '../../i18n/translate.js'
import { Icon } from '../../primitives/Icon.js'
import { emailTexts } from './messages.js'

type EmailFieldProps = {
  /** Default: `email`. */
  readonly kind?: 'email' | 'tel' | undefined
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** The error of the address. */
  readonly error: LoginError | undefined
  /** Default: the texts of a login by email. */
  readonly toErrorText?: ((error: LoginError) => string) | undefined
  readonly isBusy: boolean
  /** At the end of the field, such as a submit button. */
  readonly end?: ReactNode
  readonly field?: RefObject<HTMLInputElement | null> | undefined
}

/** A field for an email address or a phone number, with its error below. */
export function EmailField({
  kind = 'email',
  label,
  value,
  onChange,
  error,
  toErrorText,
  isBusy,
  end,
  field,
}: EmailFieldProps): ReactElement {
  const id = useId()
  const isBad = useCooldown(error) !== 0 && error !== undefined
  return (
    <div className="email">
      <label className="field" part="field" data-bad={isBad ? '' : undefined}>
        <Icon name={kind === 'tel' ? 'phone' : 'mail'} />
        <input
          part="input"
          ref={field}
          type={kind}
          aria-label={label}
          aria-describedby={id}
          aria-invalid={isBad || undefined}
          placeholder={label}
          value={value}
          readOnly={isBusy}
          onChange={(event) => onChange(event.target.value)}
          autoComplete={kind}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          // addresses and numbers are left-to-right; the placeholder follows its language
          dir={value ? 'ltr' : undefined}
        />
        {end}
      </label>
      <div className="fault" id={id} role="alert" dir="auto">
        {error && <EmailError error={error} toText={toErrorText} />}
      </div>
    </div>
  )
}

type GoButtonProps = { readonly label: string; readonly isBusy: boolean; readonly canSubmit: boolean }

/** The submit button at the end of a field. It stays mounted during the request, so that it keeps the focus. */
export function GoButton({ label, isBusy, canSubmit }: GoButtonProps): ReactElement {
  const t = useTexts(emailTexts)
  return (
    <>
      {(canSubmit || isBusy) && (
        <button
          className="go"
          type="submit"
          aria-label={isBusy ? t('emailSending') : label}
          aria-disabled={isBusy || undefined}
          data-busy={isBusy ? '' : undefined}
        >
          <Icon name={isBusy ? 'loader' : 'next'} flip={!isBusy} spin={isBusy} />
        </button>
      )}
      <span className="sr" role="status">
        {isBusy && t('emailSending')}
      </span>
    </>
  )
}

type EmailErrorProps = {
  readonly error: LoginError
  /** Default: the texts of a login by email. */
  readonly toText?: ((error: LoginError) => string) | undefined
}

/** Why no email or SMS was sent. A cooldown counts down, and disappears when it is over. [S5.2] */
export function EmailError({ error, toText }: EmailErrorProps): ReactElement | null {
  const t = useTexts(emailTexts)
  const say = toText ?? ((one: LoginError) => toEmailErrorText(t, one))
  const left = useCooldown(error)
  if (left === undefined) return <>{say(error)}</>
  if (left === 0) return null
  return (
    <>
      {/* announced once; the countdown is only visible */}
      <span className="sr">{t('cooldownSaid', { n: error.retryAfter ?? 0 })}</span>
      <span aria-hidden="true">{say({ ...error, retryAfter: left })}</span>
    </>
  )
}

/** Seconds until an error is over; undefined if it isn't a cooldown. */
function useCooldown(error: LoginError | undefined): number | undefined {
  const { env } = useModalInstance()
  const end = useMemo(() => {
    const { retryAfter } = error ?? {}
    return retryAfter === undefined ? undefined : env.now() + retryAfter * 1_000
  }, [error, env])
  return useSecondsUntil(end)
}

/** The text of a failed login step. The wallet's frame provides its own texts. */
export function toEmailErrorText(
  t: Translate<keyof typeof emailTexts | ShellKey>,
  error: LoginError | undefined,
): string {
  if (!error) return ''
  const { code, message, retryAfter } = error
  if (code === 'FRAME_FAILED') return message
  if (code === 'WALLET_FROZEN') return t(code)
  return t(isEmailKey(code) ? code : 'mailFailed', { n: retryAfter ?? 0 })
}

function isEmailKey(key: string): key is keyof typeof emailTexts {
  return Object.hasOwn(emailTexts, key)
}
