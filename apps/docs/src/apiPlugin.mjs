import { readFileSync } from 'node:fs'
import { Comment, Converter } from 'typedoc'

/** Items of the specification, which docstrings name for those who work on the packages. */
const specItems = / ?\[S\d+\.\d+(?:, ?S\d+\.\d+)*\]/g

/**
 * A plugin of TypeDoc:
 *
 * - Each module is named by its import path without the scope: `core/controllers` for
 *   `packages/core/src/exports/controllers.ts`. The description of its package is its comment.
 * - Destructured parameters are called `options`.
 * - Comments don't mention items of the specification.
 *
 * @param {import('typedoc').Application} app
 */
export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const reflection of Object.values(project.reflections)) {
      if (reflection.name === '__namedParameters') reflection.name = 'options'
      const { comment } = reflection
      for (const part of [...(comment?.summary ?? []), ...(comment?.blockTags ?? []).flatMap(({ content }) => content)])
        part.text = part.text.replaceAll(specItems, '')
    }
    for (const module of project.children ?? []) {
      const [, folder = '', entry = ''] = /^(?:.*packages\/)?([^/]+)\/src\/exports(?:\/(.+))?$/.exec(module.name) ?? []
      const isMain = entry === '' || entry === 'index'
      module.name = isMain ? folder : `${folder}/${entry}`
      const { description } = JSON.parse(
        readFileSync(new URL(`../../../packages/${folder}/package.json`, import.meta.url), 'utf8'),
      )
      if (isMain) module.comment = new Comment([{ kind: 'text', text: `${description}.` }])
    }
  })
}
