// Whether this browser keeps what a person does here, and whether they have read that it does not.
import { onDevice } from "../storage/texts";

class Kept {
  onDevice = $state(onDevice.isKept());
  isHidden = $state(false);

  constructor() {
    onDevice.onRefused(() => (this.onDevice = false));
  }
}

export const kept = new Kept();
