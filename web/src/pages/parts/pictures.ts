// Pictures and pages that the server makes in the present language.
import { blob, text } from '$lib/api/http';
import { lang } from '$lib/i18n/i18n.svelte';
import { houseKey } from '$lib/keys';

const spoken = () => `lang=${lang.now}`;

/** The map of a scenario at the start under a ruleset. */
export const scenarioPicture = (scenario: string, width = 720, ruleset: string | null = null) =>
  blob(
    houseKey(),
    `/api/scenarios/${encodeURIComponent(scenario)}/picture?width=${width}&${spoken()}${ruleset ? `&ruleset=${encodeURIComponent(ruleset)}` : ''}`,
  );

/** The present state of a battle. */
export const battlePicture = (battle: string) => blob(houseKey(), `/api/battles/${encodeURIComponent(battle)}/picture?${spoken()}`);

/** The report of a battle, a whole page. */
export const reportPage = (token: string) => text(token, `/api/seat/report?${spoken()}`);
