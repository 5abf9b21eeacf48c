const key = 'latchkey-docs-tabs'

/** Shows the tab that the user chose last in every group that has it, also on other pages. */
export function rememberTabs(page: Document): void {
  let chosen = read()
  const apply = (): void => {
    for (const label of page.querySelectorAll<HTMLElement>('.vp-code-group label[data-title]')) {
      const input = label.previousElementSibling
      if (!(input instanceof HTMLInputElement) || input.checked || !chosen.includes(label.dataset['title'] ?? ''))
        continue
      show(label, input)
    }
  }
  page.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.matches('.vp-code-group input')) return
    const labels = [...(target.parentElement?.querySelectorAll('label') ?? [])].map(
      ({ dataset }) => dataset['title'] ?? '',
    )
    const label = target.nextElementSibling
    if (!(label instanceof HTMLElement)) return
    chosen = [...chosen.filter((one) => !labels.includes(one)), label.dataset['title'] ?? '']
    write(chosen)
    apply()
  })
  // pages are replaced in place, without an event
  new MutationObserver(apply).observe(page, { childList: true, subtree: true })
  apply()
}

function show(label: HTMLElement, input: HTMLInputElement): void {
  input.checked = true
  const group = label.closest('.vp-code-group')
  const index = [...(label.parentElement?.querySelectorAll('label') ?? [])].indexOf(label as HTMLLabelElement)
  for (const [at, block] of [...(group?.querySelector('.blocks')?.children ?? [])].entries()) {
    block.classList.toggle('active', at === index)
  }
}

function read(): readonly string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
  } catch {
    // without storage, the choice lasts until the next page
    return []
  }
}

function write(chosen: readonly string[]): void {
  try {
    localStorage.setItem(key, JSON.stringify(chosen))
  } catch {
    // see `read`
  }
}
