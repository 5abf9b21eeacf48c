export type Question = {
  /** One line for the user. */
  readonly summary: string
  readonly account: string
}

/** Asks the visitor in a dialog above everything, as an extension does in a window of its own. */
export function askInPage(wallet: string, { summary, account }: Question): Promise<boolean> {
  const dialog = document.createElement('dialog')
  dialog.className = 'wallet-prompt'
  dialog.setAttribute('aria-label', `${wallet} asks`)
  const title = document.createElement('h2')
  title.textContent = wallet
  const text = document.createElement('p')
  text.textContent = summary
  const who = document.createElement('p')
  who.className = 'account'
  who.textContent = account
  const form = document.createElement('form')
  form.method = 'dialog'
  for (const [value, label] of [
    ['reject', 'Reject'],
    ['approve', 'Approve'],
  ] as const) {
    const button = document.createElement('button')
    button.value = value
    button.textContent = label
    form.append(button)
  }
  dialog.append(title, text, who, form)
  document.body.append(dialog)
  dialog.showModal()
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove()
      resolve(dialog.returnValue === 'approve')
    })
  })
}
