import ConfigFileScreen from './config-file.screen.tsx'

/** The address of the editor without a number: a new text. */
export default function NewConfigFileScreen() {
  return <ConfigFileScreen adding />
}
