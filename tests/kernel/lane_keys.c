// SPDX-License-Identifier: GPL-2.0
/* Buttons on GPIO lines as the kernel's own gpio-keys sees them, to compare with: lines `base` and following. */

#include <linux/gpio_keys.h>
#include <linux/input.h>
#include <linux/module.h>
#include <linux/platform_device.h>

#define MOST 15

static int base = -1;
module_param(base, int, 0444);
static int count = MOST;
module_param(count, int, 0444);
static int debounce;
module_param(debounce, int, 0444);

static struct gpio_keys_button buttons[MOST];
static struct platform_device *keys;

static int __init lane_keys_init(void)
{
	struct gpio_keys_platform_data data = { .buttons = buttons, .nbuttons = count, .name = "lane keys" };
	int i;

	if (base < 0 || count < 1 || count > MOST)
		return -EINVAL;
	for (i = 0; i < count; i++) {
		buttons[i].code = BTN_TRIGGER_HAPPY1 + i;
		buttons[i].gpio = base + i;
		buttons[i].active_low = 1;
		buttons[i].type = EV_KEY;
		buttons[i].desc = "lane key";
		buttons[i].debounce_interval = debounce;
	}
	keys = platform_device_register_data(NULL, "gpio-keys", PLATFORM_DEVID_AUTO, &data, sizeof(data));
	return PTR_ERR_OR_ZERO(keys);
}

static void __exit lane_keys_exit(void)
{
	platform_device_unregister(keys);
}

module_init(lane_keys_init);
module_exit(lane_keys_exit);
MODULE_LICENSE("GPL");
