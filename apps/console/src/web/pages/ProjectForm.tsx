import { type ReactElement, useId, useState } from 'react'
import type { SessionView } from '../../api.js'
import { Area, Field, Select } from '../fields.js'
import { Button, Card } from '../parts.js'
import { type Form, features, type Problems, selfCustodyModes, toTextColor } from '../projects.js'

type ProjectFormProps = {
  /** Undefined for one that exists: its id can't change. */
  readonly id: string | undefined
  readonly onId: (id: string) => void
  readonly form: Form
  readonly onChange: (changed: Partial<Form>) => void
  readonly problems: Problems
  readonly services: SessionView['services']
  readonly isReadOnly: boolean
}

/** Bytes; it is part of each email. */
const maxLogoSize = 32_768

export function ProjectForm(props: ProjectFormProps): ReactElement {
  const { id, onId, form, onChange, problems, services, isReadOnly } = props
  return (
    <fieldset className="plain stack" disabled={isReadOnly}>
      <Card title="App">
        <div className="grid">
          {id !== undefined && (
            <Field
              label="Project id"
              value={id}
              onChange={(event) => onId(event.target.value.trim())}
              hint="The app’s projectId. It can’t be changed."
              error={problems.id}
            />
          )}
          <Field
            label="Name"
            value={form.name}
            maxLength={100}
            onChange={(event) => onChange({ name: event.target.value })}
            hint="Users see it when they approve something."
            error={problems.name}
          />
        </div>
        <Area
          label="Origins"
          value={form.origins}
          onChange={(event) => onChange({ origins: event.target.value })}
          hint="One per line, such as https://app.example.org. Pages of other origins are refused."
          error={problems.origins}
        />
        {services.vault.isConfigured && (
          <Area
            label="Paths to return to"
            rows={2}
            value={form.returnPaths}
            onChange={(event) => onChange({ returnPaths: event.target.value })}
            hint="For logins without a pop-up, one per line. Default: /"
          />
        )}
      </Card>
      {services.vault.isConfigured && <Branding {...props} />}
      {services.vault.isConfigured && <Logins {...props} />}
      {services.vault.isConfigured && <Limits {...props} />}
      {services.gateway.isConfigured && <Features {...props} />}
    </fieldset>
  )
}

function Branding({ form, onChange, problems, isReadOnly }: ProjectFormProps): ReactElement {
  const id = useId()
  const [problem, setProblem] = useState<string>()
  const read = (file: File | undefined): void => {
    setProblem(undefined)
    if (!file) return
    if (!/^image\/(png|jpeg)$/.test(file.type) || file.size > maxLogoSize) {
      setProblem('Use a PNG or JPEG image of at most 32 KiB.')
      return
    }
    const reader = new FileReader()
    reader.onload = () => onChange({ logo: String(reader.result) })
    reader.onerror = () => setProblem('The file could not be read. Try again.')
    reader.readAsDataURL(file)
  }
  return (
    <Card title="Branding" text="On the approval screen, the vault’s pages and its emails.">
      <div className="branding">
        <div className="stack">
          <div className="color">
            <Field
              label="Color of buttons"
              value={form.color}
              maxLength={7}
              placeholder="#3257e6"
              onChange={(event) => onChange({ color: event.target.value.trim() })}
              error={problems.color}
            />
            <input
              type="color"
              aria-label="Pick a color"
              value={/^#[\da-f]{6}$/i.test(form.color) ? form.color : '#3257e6'}
              onChange={(event) => onChange({ color: event.target.value })}
            />
          </div>
          <div className="field">
            <label htmlFor={id}>Logo</label>
            <input
              id={id}
              type="file"
              accept="image/png,image/jpeg"
              aria-describedby={`${id}-hint`}
              onChange={(event) => read(event.target.files?.[0])}
            />
            <small
              className={problem === undefined ? 'muted' : 'bad'}
              id={`${id}-hint`}
              role={problem === undefined ? undefined : 'alert'}
            >
              {problem ?? 'PNG or JPEG, square, at most 32 KiB.'}
            </small>
            {form.logo !== '' && !isReadOnly && <Button onClick={() => onChange({ logo: '' })}>Remove the logo</Button>}
          </div>
        </div>
        <Preview form={form} />
      </div>
    </Card>
  )
}

/** A drawing of the approval screen with this brand, as this page's policy forbids inline styles. */
function Preview({ form: { name, color, logo } }: Pick<ProjectFormProps, 'form'>): ReactElement {
  const fill = /^#[\da-f]{6}$/i.test(color) ? color : '#3257e6'
  const title = name.trim() === '' ? 'Your app' : name.trim()
  const short = title.length > 24 ? `${title.slice(0, 23)}…` : title
  return (
    <svg className="preview" viewBox="0 0 320 260" role="img" aria-label={`Preview: ${title} asks to sign a message`}>
      <rect x="0.5" y="0.5" width="319" height="259" rx="28" className="preview-card" />
      {logo === '' ? (
        <>
          <rect x="132" y="28" width="56" height="56" rx="16" fill={fill} />
          <text x="160" y="65" textAnchor="middle" fill={toTextColor(fill)} className="preview-letter">
            {title.slice(0, 1).toUpperCase()}
          </text>
        </>
      ) : (
        <image href={logo} x="132" y="28" width="56" height="56" />
      )}
      <text x="160" y="116" textAnchor="middle" className="preview-title">
        {short}
      </text>
      <text x="160" y="138" textAnchor="middle" className="preview-text">
        asks to sign a message
      </text>
      <rect x="20" y="190" width="134" height="50" rx="16" className="preview-button" />
      <text x="87" y="220" textAnchor="middle" className="preview-label">
        Reject
      </text>
      <rect x="166" y="190" width="134" height="50" rx="16" fill={fill} />
      <text x="233" y="220" textAnchor="middle" fill={toTextColor(fill)} className="preview-sign">
        Sign
      </text>
    </svg>
  )
}

function Logins({ form, onChange, problems }: ProjectFormProps): ReactElement {
  return (
    <Card title="Logins and custody" text="What the vault allows. The app still chooses what it offers.">
      <label className="option">
        <input
          type="checkbox"
          checked={form.passkeys}
          onChange={({ target }) => onChange({ passkeys: target.checked })}
        />
        Users create passkeys
      </label>
      <label className="option">
        <input type="checkbox" checked={form.guests} onChange={({ target }) => onChange({ guests: target.checked })} />
        Users continue as guests, with a wallet that only their browser opens
      </label>
      <Select
        label="Users own their EVM account with a passkey"
        options={selfCustodyModes}
        value={form.selfCustody}
        onChange={({ target }) =>
          onChange({ selfCustody: selfCustodyModes.find(([mode]) => mode === target.value)?.[0] ?? 'off' })
        }
      />
      <div className="grid">
        <Field
          label="Issuer of tokens"
          value={form.jwtIssuer}
          maxLength={255}
          onChange={(event) => onChange({ jwtIssuer: event.target.value.trim() })}
          hint="iss of the JWTs with which your backend logs its users in."
          error={problems.jwtIssuer}
        />
        <Field
          label="Audience of tokens"
          value={form.jwtAudience}
          maxLength={255}
          onChange={(event) => onChange({ jwtAudience: event.target.value.trim() })}
          hint="Their aud."
          error={problems.jwtAudience}
        />
        <Field
          label="Key set of the issuer"
          value={form.jwtKeys}
          maxLength={2048}
          placeholder="https://app.example/jwks.json"
          onChange={(event) => onChange({ jwtKeys: event.target.value.trim() })}
          hint="Its public keys, as JWKS."
          error={problems.jwtKeys}
        />
      </div>
    </Card>
  )
}

function Limits({ form, onChange, problems }: ProjectFormProps): ReactElement {
  return (
    <Card title="Limits" text="What custody enforces for each user of this app. Empty: no limit.">
      <div className="grid">
        <Field
          label="Value per day"
          inputMode="decimal"
          value={form.dailyValue}
          onChange={(event) => onChange({ dailyValue: event.target.value.trim() })}
          hint="All assets together, in the unit of their prices."
          error={problems.dailyValue}
        />
        <Field
          label="Second factor above"
          inputMode="decimal"
          value={form.stepUpAbove}
          onChange={(event) => onChange({ stepUpAbove: event.target.value.trim() })}
          hint="Sent within 24 hours, by users who have a second factor."
          error={problems.stepUpAbove}
        />
        <Field
          label="Hours without transfers on a new device"
          inputMode="decimal"
          value={form.holdNewDevice}
          onChange={(event) => onChange({ holdNewDevice: event.target.value.trim() })}
          error={problems.holdNewDevice}
        />
        <Field
          label="Hold the first transfer above"
          inputMode="decimal"
          value={form.holdAbove}
          onChange={(event) => onChange({ holdAbove: event.target.value.trim() })}
          hint="To a recipient who is new to the user."
          error={problems.holdAbove}
        />
        <Field
          label="For hours"
          inputMode="decimal"
          value={form.holdHours}
          onChange={(event) => onChange({ holdHours: event.target.value.trim() })}
          error={problems.holdHours}
        />
      </div>
      <Area
        label="Other settings (JSON)"
        rows={6}
        className="code"
        value={form.others}
        onChange={(event) => onChange({ others: event.target.value })}
        hint="Paymasters, and of the policy: assets, recipients, trusted contracts, grantable functions. As in projects.json."
        error={problems.others}
      />
    </Card>
  )
}

function Features({ form, onChange, problems }: ProjectFormProps): ReactElement {
  const isDecided = form.decides === 'gateway'
  return (
    <Card title="Features" text="Set here, they override what the app asks for.">
      <fieldset className="plain options">
        <legend className="hidden">Who decides about features</legend>
        {(
          [
            ['app', 'The app decides'],
            ['gateway', 'Decide here'],
          ] as const
        ).map(([value, text]) => (
          <label key={value} className="option">
            <input
              type="radio"
              name="decides"
              checked={form.decides === value}
              onChange={() => onChange({ decides: value })}
            />
            {text}
          </label>
        ))}
      </fieldset>
      {isDecided && (
        <fieldset className="plain options">
          <legend className="hidden">Features that are on</legend>
          {features.map(([id, text]) => (
            <label key={id} className="option">
              <input
                type="checkbox"
                checked={form.enabled.includes(id)}
                onChange={({ target }) =>
                  onChange({
                    enabled: target.checked ? [...form.enabled, id] : form.enabled.filter((one) => one !== id),
                  })
                }
              />
              {text}
            </label>
          ))}
        </fieldset>
      )}
      <div className="grid">
        {isDecided && form.enabled.includes('social_login') && (
          <Field
            label="Logins"
            value={form.logins}
            onChange={(event) => onChange({ logins: event.target.value })}
            hint="In this order, separated by commas: email, google, github, farcaster."
          />
        )}
        {isDecided && form.enabled.includes('onramp') && (
          <Field
            label="Providers for buying"
            value={form.providers}
            onChange={(event) => onChange({ providers: event.target.value })}
            hint="Their names in ONRAMP_FILE, separated by commas."
            error={problems.providers}
          />
        )}
        <Field
          label="Requests per minute"
          inputMode="numeric"
          value={form.requestsPerMinute}
          onChange={(event) => onChange({ requestsPerMinute: event.target.value.trim() })}
          hint="To the gateway; 0 for unlimited. Empty: QUOTA_PER_PROJECT."
          error={problems.requestsPerMinute}
        />
      </div>
      <label className="option">
        <input
          type="checkbox"
          checked={form.isAnalyticsEnabled}
          onChange={({ target }) => onChange({ isAnalyticsEnabled: target.checked })}
        />
        The modal may send analytics events
      </label>
    </Card>
  )
}
