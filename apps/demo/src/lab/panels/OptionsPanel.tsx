import type { ReactElement } from 'react'
import { type DemoOptions, demoOptions, optionNames, toSearch } from '../../demoOptions.js'
import { Panel } from './Panel.js'

/** Switches for the options of `createModal`; changing one reloads the page. */
export function OptionsPanel({ options }: { readonly options: DemoOptions }): ReactElement {
  return (
    <Panel title="Options">
      {optionNames.map((name) => (
        <label className="check" key={name}>
          <input
            type="checkbox"
            checked={options[name]}
            onChange={({ target: { checked } }) =>
              location.assign(location.pathname + toSearch(location.search, name, checked))
            }
          />
          {demoOptions[name].label}
        </label>
      ))}
    </Panel>
  )
}
