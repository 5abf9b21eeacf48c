import type { ActDone, ActOutcome, OperatorAct } from '@latchkey/vault/operators'
import { type ReactElement, type ReactNode, useState } from 'react'
import { useClient } from './client.js'
import { Field } from './fields.js'
import { useSigned, useWork } from './hooks.js'
import { Button, Copy, Dialog, Failure, Note } from './parts.js'

type WithoutReason<act> = act extends { readonly reason: string } ? Omit<act, 'reason'> : never

type ActDialogProps = {
  readonly title: string
  readonly children?: ReactNode
  /** On the button. */
  readonly confirm: string
  readonly kind?: 'primary' | 'danger' | undefined
  /** Text that the operator has to type to enable the confirm button. */
  readonly typed?: string | undefined
  /** Undefined if the fields of the dialog are invalid. */
  readonly act: WithoutReason<OperatorAct> | undefined
  /** Shown once it is done. */
  readonly done: string
  readonly onClose: () => void
  readonly onDone: (outcome: ActDone) => void
}

/** Asks for the reason of an action in the vault, runs it, and shows the secret that it may have created. */
export function ActDialog({
  title,
  children,
  confirm,
  kind = 'primary',
  typed,
  act,
  done,
  onClose,
  onDone,
}: ActDialogProps): ReactElement {
  const client = useClient()
  const { toast } = useSigned()
  const { isBusy, error, run } = useWork()
  const [reason, setReason] = useState('')
  const [word, setWord] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const [secret, setSecret] = useState<string>()
  const isReasoned = reason.trim().length >= 3
  const isTyped = typed === undefined || word === typed
  const submit = (): void => {
    setIsChecked(true)
    if (!isReasoned || !isTyped || act === undefined) return
    void run(async () => {
      const outcome: ActOutcome = await client.vault('POST /v1/act', { ...act, reason: reason.trim() } as OperatorAct)
      if (outcome.status === 'proposed') {
        toast('Proposed. A second operator has to approve it.')
        onClose()
        return
      }
      toast(done)
      onDone(outcome)
      if (outcome.secret === undefined) onClose()
      else setSecret(outcome.secret)
    })
  }
  if (secret !== undefined) return <SecretDialog secret={secret} onClose={onClose} />
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind={kind} isBusy={isBusy}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
      {typed !== undefined && (
        <Field
          label={`Type ${typed} to confirm`}
          value={word}
          onChange={(event) => setWord(event.target.value)}
          error={isChecked && !isTyped ? `Type ${typed} exactly.` : undefined}
        />
      )}
      <Field
        label="Reason"
        value={reason}
        maxLength={500}
        onChange={(event) => setReason(event.target.value)}
        hint="Stays in the audit log. No email addresses."
        error={isChecked && !isReasoned ? 'Enter at least three characters.' : undefined}
      />
      <Failure error={error} />
    </Dialog>
  )
}

/** Shows a secret that can't be read again. */
export function SecretDialog({
  secret,
  onClose,
}: {
  readonly secret: string
  readonly onClose: () => void
}): ReactElement {
  return (
    <Dialog title="Copy this secret now" onClose={onClose} footer={<Button onClick={onClose}>Done</Button>}>
      <Note tone="warn">It is shown once. Nobody can read it again.</Note>
      <p className="secret">
        <Copy text={secret} />
      </p>
    </Dialog>
  )
}
