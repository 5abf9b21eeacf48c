import { escapeHtml } from './escapeHtml.js'

export type Page = {
  readonly status: number
  /** HTML unless told. */
  readonly type?: string | undefined
  readonly text: string
  readonly location?: string | undefined
  /** Seconds after which it is looked at again. */
  readonly refresh?: number | undefined
}

export type Message = {
  readonly status: number
  readonly title: string
  readonly text: string
  /** HTML below the text. */
  readonly more?: string | undefined
  readonly refresh?: number | undefined
}

/** A page of the sandbox. */
export function renderMessage({ status, title, text, more = '', refresh }: Message): Page {
  return {
    status,
    refresh,
    text: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Sandbox</title>
<link rel="stylesheet" href="/style.css">
</head>
<body>
<main>
<p class="note">Sandbox: no money is taken.</p>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
${more}
</main>
</body>
</html>
`,
  }
}
