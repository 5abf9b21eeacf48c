import { highlightCode, tagHighlighter, tags } from '@lezer/highlight'
import { configureNesting, parser as htmlParser } from '@lezer/html'
import { parser as scriptParser } from '@lezer/javascript'
import { Fragment, type ReactElement, type ReactNode } from 'react'

const tsParser = scriptParser.configure({ dialect: 'ts' })
const tsxParser = scriptParser.configure({ dialect: 'ts jsx' })
const markupParser = htmlParser.configure({ wrap: configureNesting([{ tag: 'script', parser: tsParser }]) })

const highlighter = tagHighlighter([
  { tag: tags.keyword, class: 'code-keyword' },
  { tag: [tags.string, tags.attributeValue], class: 'code-string' },
  { tag: [tags.comment, tags.documentMeta], class: 'code-comment' },
  { tag: [tags.number, tags.bool, tags.null], class: 'code-number' },
  { tag: [tags.tagName, tags.typeName, tags.function(tags.variableName)], class: 'code-name' },
])

/** Renders the code of a file with its words marked for colors. The text stays as it is. */
export function Highlighted({ name, text }: { readonly name: string; readonly text: string }): ReactElement {
  const parser = name.endsWith('.tsx') ? tsxParser : name.endsWith('.ts') ? tsParser : markupParser
  const parts: ReactNode[] = []
  highlightCode(
    text,
    parser.parse(text),
    highlighter,
    (part, classes) => {
      const key = parts.length
      parts.push(
        classes ? (
          <span key={key} className={classes}>
            {part}
          </span>
        ) : (
          <Fragment key={key}>{part}</Fragment>
        ),
      )
    },
    () => parts.push('\n'),
  )
  return <code>{parts}</code>
}
